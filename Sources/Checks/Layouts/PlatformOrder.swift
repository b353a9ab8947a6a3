import Layouts

/// Compares the first screens of the layouts of several platforms.
enum PlatformOrder: LayoutRule {
    static let rule = Rule(
        "platform-order", .layouts, .info, "a picture on the first screen of one platform is near it on the others",
        explanation: """
            Each platform puts pictures into other columns, so one may need scrolling on one platform only. The rule looks at \
            devices as they are held first, each with the layouts that run on it, and at the first 1,000 pictures.
            """,
        example: "a picture on the first screen of waterflow on an iphone-15, and on the third of grid-lanes in a browser",
        remedy: "If it matters, move the picture further up in the catalogue.",
        parameters: [
            RuleParameter("screens", default: .number(2), in: 1 ... .infinity, "from how many screens later on a picture is named")
        ])

    /// No screen shows more pictures at once.
    private static let most = 1_000

    /// Where the first pictures begin on a screen.
    struct Starts: Sendable {
        fileprivate let title: String
        fileprivate let platform: Platform
        /// Of each picture, in screens from the top; NaN if it is not shown.
        fileprivate let screens: [Double]

        /// Nil if the layout is of another platform than the device.
        init?(_ layoutCase: LayoutCase) {
            guard let platform = layoutCase.choice.platform(on: layoutCase.screen) else { return nil }
            title = layoutCase.title
            self.platform = platform
            let isHorizontal = layoutCase.layout.guarantees.scrollsHorizontally
            let (width, height) = (layoutCase.screen.viewport.width, layoutCase.screen.viewport.height)
            screens = layoutCase.layout.frames(of: 0..<min(most, layoutCase.layout.count)).map { frame in
                guard frame.width > 0, frame.height > 0 else { return .nan }
                return isHorizontal ? frame.x / width : frame.y / height
            }
        }
    }

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        findings.starts = Starts(layoutCase)
    }

    /// The findings for each screen, about pictures that are on the first screen of another platform.
    static func findings(_ all: [Starts], _ choices: RuleChoices, silence: Silence.ItemLookup? = nil) -> [ScreenFindings] {
        guard let parameters = choices.choice(of: rule)?.parameters else { return [] }
        let most = parameters.number("screens")
        return all.map { own in
            var findings = ScreenFindings(own.title, silence: silence)
            let others = all.filter { $0.platform != own.platform }
            for (item, start) in own.screens.enumerated() {
                let screen = start.rounded(.down)
                guard screen >= most, let other = others.first(where: { $0.screens[item] < 1 }) else { continue }
                findings.add(rule, item, "it begins on screen \((screen + 1).shown), and on the first screen of \(other.title)")
            }
            return findings
        }
    }
}

extension LayoutChoice {
    /// The platform of the layout, if its apps run on the device of this screen, and the device is held as it is first.
    package func platform(on screen: Screen) -> Platform? {
        let isUpright = screen.device.map { $0.portrait == screen.viewport } ?? !screen.viewport.isLandscape
        let platform = recipe.kind.platform
        return isUpright && platform.runs(on: screen.device) ? platform : nil
    }
}
