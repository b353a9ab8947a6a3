import TestSupport
import Testing

@testable import Drawings

@Suite struct ColourTests {
    /// The primary and secondary colours, whose values are well known.
    @Test(arguments: [
        (0, [255, 0, 0]), (1, [255, 255, 0]), (2, [0, 255, 0]), (3, [0, 255, 255]), (4, [0, 0, 255]), (5, [255, 0, 255]),
    ] as [(Double, [UInt8])])
    func hues(hue: Double, expected: [UInt8]) {
        let colour = Colour(hue: hue, saturation: 1, lightness: 0.5)
        #expect([colour.red, colour.green, colour.blue] == expected)
    }

    private func colour(of img: String) -> Colour {
        Array(img.utf8).withUnsafeBufferPointer { Colour(standingFor: $0) }
    }

    @Test func colourDependsOnThePicture() {
        #expect(colour(of: "a.jpg") == colour(of: "a.jpg"))
        let colours = Set((0..<200).map { number in
            let colour = colour(of: "https://img.example/\(number).jpg")
            return [colour.red, colour.green, colour.blue]
        })
        #expect(colours.count > 100)
    }

    /// Dark text must be readable on every colour.
    @Test func light() {
        for number in 0..<1000 {
            let colour = colour(of: "\(number)")
            let light = 0.2126 * Double(colour.red) + 0.7152 * Double(colour.green) + 0.0722 * Double(colour.blue)
            #expect(light > 120, "\(colour) of \(number)")
        }
    }
}
