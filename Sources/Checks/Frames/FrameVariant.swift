import Layouts

/// A layout with other arithmetic, with pictures that are sized otherwise, or with what the published code keeps of the layouts before it.
struct FrameVariant {
    /// The parameters that differ, such as `arithmetic=double`.
    let text: String
    /// Whether it is the layout itself in a view that has had other ones before.
    let isLayoutItself: Bool
    private let recipe: LayoutRecipe
    private let history: History

    /// The earlier layouts of a view. Only a layout as written keeps anything of them.
    private struct History {
        var text = ""
        /// For each layout before, whether the screen was turned.
        var turns: [Bool] = []
        /// The number of columns before, if it was another one.
        var columns: Int?

        static let ofOneLayout = [
            History(), History(text: ", after a reload", turns: [false]), History(text: ", after a turn", turns: [true]),
            History(text: ", after a turn and back", turns: [false, true]),
        ]

        /// An app that sets the number of columns may set another one on the turned screen.
        static let ofOtherColumns = (1...12).map { (count: Int) in
            History(text: ", after a layout of \(count) columns", turns: [false], columns: count)
        }
    }

    /// The variants of a layout, the plainest ones first.
    static func all(of recipe: LayoutRecipe) -> [FrameVariant] {
        var histories = [History()]
        if recipe.kind.traits.contains(.inheriting) {
            histories = History.ofOneLayout
            if recipe.kind.parameters.contains(where: { $0.name == "columns" }) { histories += History.ofOtherColumns }
        }
        let choices = [nil] + otherChoices(of: recipe)
        return histories.flatMap { history in choices.compactMap { FrameVariant(recipe, $0, history) } }
    }

    private init?(_ recipe: LayoutRecipe, _ choice: Choice?, _ history: History) {
        var changed = recipe
        var texts: [String] = []
        if let choice, let parameters = recipe.parameters.replacing(choice.name, with: choice.value) {
            changed.parameters = parameters
            texts.append(choice.text)
        }
        if !history.turns.isEmpty, let parameters = changed.parameters.replacing("as-written", with: "true") {
            changed.parameters = parameters
            texts.append("as-written=true")
        }
        guard !texts.isEmpty else { return nil }
        text = texts.joined(separator: " and ") + history.text
        isLayoutItself = !history.turns.isEmpty && changed == recipe
        self.recipe = changed
        self.history = history
    }

    /// The layout without pictures.
    func layout(in viewport: Size) throws(LayoutError) -> any Layout {
        var before = recipe
        if let columns = history.columns, let parameters = recipe.parameters.replacing("columns", with: "\(columns)") {
            before.parameters = parameters
        }
        var layout = try recipe.layout(in: viewport)
        var earlier: (any Layout)?
        for isTurned in history.turns {
            var next = try before.layout(in: isTurned ? viewport.turned : viewport)
            if let earlier { next.inherit(from: earlier) }
            earlier = next
        }
        if let earlier { layout.inherit(from: earlier) }
        return layout
    }

    private struct Choice {
        let name: String
        let value: String

        var text: String { "\(name)=\(value)" }
    }

    /// The values of parameters that an app's code decides, and that nobody sees in its frames.
    private static func otherChoices(of recipe: LayoutRecipe) -> [Choice] {
        recipe.kind.parameters.filter { ["arithmetic", "heights"].contains($0.name) }.flatMap { parameter -> [Choice] in
            guard case .choice(let words) = parameter.kind else { return [] }
            return words.filter { $0 != recipe.parameters.text(parameter.name) }.map { Choice(name: parameter.name, value: $0) }
        }
    }

    /// A phrase for frames that no variant has.
    static func none(of recipe: LayoutRecipe) -> String {
        let asWritten = recipe.kind.traits.contains(.inheriting) ? "as-written=true" : nil
        let texts = otherChoices(of: recipe).map(\.text) + [asWritten].compactMap { $0 }
        return switch texts.count {
        case 0: "\(recipe.kind.name) has no variant that could explain it"
        case 1: "\(texts[0]) does not explain it"
        default: "neither \(texts[0]) nor \(texts[1]) explains it"
        }
    }
}

extension FrameVariant {
    /// The first variant with which all frames of a dump agree, and the layout of its frames; nil if there is none.
    static func explaining(
        _ items: DumpedItems, in layoutCase: LayoutCase, within tolerance: Double
    ) -> (variant: FrameVariant, layout: any Layout)? {
        for variant in all(of: layoutCase.choice.recipe.atDensity(of: layoutCase.screen.scale ?? 1)) {
            // Some parameters leave no room for a layout on the turned screen.
            guard let empty = try? variant.layout(in: layoutCase.screen.viewport) else { continue }
            let layout = LayoutCase.layOut(layoutCase.pictures.whole, in: empty)
            if FrameComparison.agrees(items, with: layout, within: tolerance) { return (variant, layout) }
        }
        return nil
    }
}
