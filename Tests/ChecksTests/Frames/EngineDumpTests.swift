import Layouts
import Testing

@testable import Checks

/// Layouts that compute in device pixels know the scale of their screen: a device's, or the one that a dump names.
@Suite struct EngineDumpTests {
    private static let page = try! PicturePage(
        widths: (0..<40).map { Int32(100 + $0 * 37 % 211) }, heights: (0..<40).map { Int32(120 + $0 * 53 % 301) })

    private func layout(_ recipe: String, on screen: Screen) throws -> any Layout {
        try LayoutCase(LayoutChoice(recipe), on: screen, PictureSet(Self.page, pageLengths: [40])).layout
    }

    @Test(arguments: ["staggered-grid", "compose-staggered-grid", "grid-lanes", "masonry-js", "flash-list"])
    func theScaleOfAScreenIsTheDensity(_ kind: String) throws {
        let pixel = try #require(Screen.all(of: Device.named("pixel-9")).first)
        let found = try layout(kind, on: pixel)
        let wanted = try LayoutRecipe("\(kind):density=2.625").layout(of: Self.page, in: pixel.viewport)
        for item in 0..<40 { #expect(found.frame(of: item) == wanted.frame(of: item)) }
        // A density that is set stays.
        let own = try layout("\(kind):density=1", on: pixel)
        #expect((0..<40).contains { own.frame(of: $0) != found.frame(of: $0) })
    }

    @Test func aDumpNamesItsScale() throws {
        let plan = try Screens(layouts: [], devices: [])
        var name = DumpedScreenName()
        (name.width, name.height, name.scale, name.layout) = (412, 900, 2.625, "staggered-grid")
        #expect(try plan.planned(name).screen.scale == 2.625)
        name = DumpedScreenName()
        (name.device, name.scale, name.layout) = ("pixel-9", 2, "staggered-grid")
        #expect { try plan.planned(name) } throws: { ($0 as? ScreensFailure)?.message == "a device has its own scale" }
    }

    @Test func aWindowIsNotTurned() throws {
        let screens = Screen.all(of: try Device.named("desktop-1280"))
        #expect(screens.map(\.name) == ["desktop-1280"])
        #expect(screens.map(\.viewport) == [Size(width: 1280, height: 720)])
    }

    /// An app that sizes its pictures otherwise has other frames, and the explanation names how.
    @Test func otherHeightsExplainFrames() throws {
        let recipe = try LayoutRecipe("staggered-grid")
        #expect(FrameVariant.all(of: recipe).map(\.text) == ["heights=rounded", "heights=integer"])
        #expect(FrameVariant.none(of: recipe) == "neither heights=rounded nor heights=integer explains it")
    }
}
