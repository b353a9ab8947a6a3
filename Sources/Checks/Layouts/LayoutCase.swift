import Layouts

/// One layout on one screen: what the rules about frames look at.
public struct LayoutCase: Sendable {
    /// A screen by a name that people know, such as `portrait` or `iphone-15 landscape`.
    public struct Screen: Equatable, Sendable {
        public let name: String
        public let viewport: Size

        public init(name: String, viewport: Size) {
            self.name = name
            self.viewport = viewport
        }
    }

    public let recipe: LayoutRecipe
    public let screen: Screen
    /// The pictures, in the pages as phones load them.
    public let pages: [Page]
    /// All pages laid out.
    public let layout: any Layout
    /// What the case is called in findings, such as `waterflow on portrait (375x667)`.
    public let title: String
}

/// A rule about the frames of one layout on one screen.
protocol LayoutRule {
    static var rule: Rule { get }
    static func check(_ layout: LayoutCase, _ settings: RuleSettings, _ findings: inout LayoutFindings)
}

/// What a rule finds of one layout on one screen. Items are told apart by their place in the layout.
struct LayoutFindings {
    struct Found: Equatable {
        /// Nil for what concerns the layout as a whole.
        let item: Int?
        let message: String
    }

    private(set) var found: [Found] = []
    /// How many are not kept.
    private(set) var more = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    mutating func add(_ item: Int?, _ message: @autoclosure () -> String) {
        guard found.count < limit else {
            more += 1
            return
        }
        found.append(Found(item: item, message: message()))
    }
}
