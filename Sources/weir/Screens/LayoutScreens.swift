import Layouts
import Drawings
import Pipeline

/// A screen to lay out for.
struct LayoutScreen: Equatable, Sendable {
    let size: Size
    let device: OrientedDevice?

    init(_ size: Size) {
        self.size = size
        device = nil
    }

    init(_ device: OrientedDevice) {
        size = device.viewport
        self.device = device
    }
}

/// The screens that were asked for.
enum LayoutScreens: Equatable, Sendable {
    /// `isList`: there may be several, so the answer is a list, also of one.
    case known([LayoutScreen], isList: Bool)
    case file([UInt8], isLandscape: Bool)

    var areSeveral: Bool {
        switch self {
        case .known(_, let isList): isList
        case .file: true
        }
    }

    /// The screens, read from the file where they stand there.
    func read() throws(MachineFailure) -> [LayoutScreen] {
        switch self {
        case .known(let screens, _): return screens
        case .file(let path, let isLandscape):
            return try DevicesFile.devices(in: path).map { LayoutScreen(OrientedDevice($0, isLandscape: isLandscape)) }
        }
    }
}
