import Checks
import Layouts

/// A layout on a screen, with the frames of each state that the app can be in.
package struct PreviewScreen: Sendable {
    /// The lists of entries that the app has loaded, one behind the other.
    package struct State: Sendable {
        /// The numbers of the lists.
        package let lists: [Int]
        /// The pictures of each list.
        package let pages: [PicturePage]

        package init(lists: [Int], pages: [PicturePage]) { (self.lists, self.pages) = (lists, pages) }
    }

    /// States that grow out of each other: each has the lists of the one before, and one more.
    package struct Chain: Sendable {
        package let name: String
        /// The last state. The others have fewer of its lists.
        package let state: State
        /// How many lists the first state has.
        package let begins: Int

        package init(name: String, state: State, begins: Int) {
            (self.name, self.state, self.begins) = (name, state, begins)
        }
    }

    package let layout: LayoutChoice
    package let screen: Screen
    package let chains: [Chain]
    /// The shift score of a phone that has the sizes of another manifest; nil without one.
    package let predicted: ShiftScore?

    package init(_ layout: LayoutChoice, on screen: Screen, _ chains: [Chain], predicted: ShiftScore? = nil) {
        (self.layout, self.screen, self.chains, self.predicted) = (layout, screen, chains, predicted)
    }

    /// The device's name, without the orientation that a screen's name ends with.
    var device: String {
        if let device = screen.device { return device.name }
        let words = screen.name.split(separator: " ")
        return words.count > 1 ? words.dropLast().joined(separator: " ") : "phone"
    }
}
