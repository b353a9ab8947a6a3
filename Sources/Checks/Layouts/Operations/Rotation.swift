import Layouts

/// Turns the screen and turns it back.
enum Rotation: LayoutRule {
    static let rule = Rule(
        "rotation", .layouts, .error, "after two turns of the screen all frames are as before",
        explanation: """
            A layout that keeps the other orientation's values moves its pictures at every turn. With as-written=true the published \
            code does so.
            """,
        example: "lf-waterflow:as-written=true, which keeps five columns of landscape when upright again",
        remedy: "When the screen's width changes, compute everything that depends on it again.")

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        let page = layoutCase.pictures.whole
        // Some parameters leave no room for a layout on the turned screen.
        guard var turned = try? layoutCase.make(layoutCase.layout.viewport.turned) else { return }
        // Each layout inherits what the published code keeps of the one before.
        turned.inherit(from: layoutCase.layout)
        let first = page[0..<min(page.count, LayoutComparison.maxPictures)]
        turned.append(first)
        do throws(LayoutError) {
            var back = try layoutCase.make(turned.viewport.turned)
            back.inherit(from: turned)
            back.append(first)
            var differences = 0
            LayoutComparison.compareAll(back, with: layoutCase.layout, "after two turns") { item, _, _, message in
                differences += 1
                if differences <= mostListed { findings.add(Self.rule, item, message()) } else { findings.count(Self.rule) }
            }
        } catch {
            findings.add(Self.rule, nil, "the layout cannot be made again after two turns: \(error)")
        }
    }

    /// A turn that moves one picture usually moves all.
    private static let mostListed = 100
}
