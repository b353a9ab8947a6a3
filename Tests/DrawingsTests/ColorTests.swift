import TestSupport
import Testing

@testable import Drawings

@Suite struct ColorTests {
    /// The primary and secondary colors, whose values are well known.
    @Test(
        arguments: [
            (0, [255, 0, 0]), (1, [255, 255, 0]), (2, [0, 255, 0]), (3, [0, 255, 255]), (4, [0, 0, 255]), (5, [255, 0, 255]),
        ] as [(Double, [UInt8])])
    func hues(hue: Double, expected: [UInt8]) {
        let color = Color(hue: hue, saturation: 1, lightness: 0.5)
        #expect([color.red, color.green, color.blue] == expected)
    }

    private func color(of img: String) -> Color {
        Array(img.utf8).withUnsafeBufferPointer { Color(standingFor: $0) }
    }

    @Test func colorDependsOnThePicture() {
        #expect(color(of: "a.jpg") == color(of: "a.jpg"))
        let colors = Set(
            (0..<200).map { number in
                let color = color(of: "https://img.example/\(number).jpg")
                return [color.red, color.green, color.blue]
            })
        #expect(colors.count > 100)
    }

    /// Dark text must be readable on every color.
    @Test func light() {
        for number in 0..<1000 {
            let color = color(of: "\(number)")
            let light = 0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)
            #expect(light > 120, "\(color) of \(number)")
        }
    }
}
