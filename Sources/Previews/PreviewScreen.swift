import Checks
import Layouts

/// A layout on a screen, with the frames of each state that the app can be in.
public struct PreviewScreen: Sendable {
    /// What the app has loaded: lists of entries, one behind the other.
    public struct State: Sendable {
        /// The numbers of the lists.
        public let lists: [Int]
        /// The pictures of each list.
        public let pages: [PicturePage]

        public init(lists: [Int], pages: [PicturePage]) { (self.lists, self.pages) = (lists, pages) }
    }

    /// States that grow out of each other: each has the lists of the one before, and one more.
    public struct Chain: Sendable {
        public let name: String
        /// The last state. The others have fewer of its lists.
        public let state: State
        /// How many lists the first state has.
        public let begins: Int

        public init(name: String, state: State, begins: Int) {
            (self.name, self.state, self.begins) = (name, state, begins)
        }
    }

    public let layout: LayoutChoice
    public let screen: NamedScreen
    public let chains: [Chain]
    /// The shift score of a phone that has the sizes of another manifest; nil without one.
    public let predicted: ShiftScore?

    public init(_ layout: LayoutChoice, on screen: NamedScreen, _ chains: [Chain], predicted: ShiftScore? = nil) {
        (self.layout, self.screen, self.chains, self.predicted) = (layout, screen, chains, predicted)
    }

    /// The device's name, without the orientation that a screen's name ends with.
    var device: String {
        let words = screen.name.split(separator: " ")
        return words.count > 1 ? words.dropLast().joined(separator: " ") : "phone"
    }
}
