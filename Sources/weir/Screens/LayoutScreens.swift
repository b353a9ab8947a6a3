import Drawings
import Layouts
import System

/// A screen for `weir layout`.
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

    /// Device pixels to a point.
    var density: Double { device?.device.scale ?? 1 }

    /// The beginning of a message about the screen: the device's name and a colon, or nothing.
    var prefix: String { device.map { "\($0.device.name): " } ?? "" }
}

/// The screens for `weir layout`.
enum LayoutScreens: Equatable, Sendable {
    /// `isList` means that the output is a list, even of a single screen.
    case known([LayoutScreen], isList: Bool)
    case file([UInt8], isLandscape: Bool)

    var areSeveral: Bool {
        switch self {
        case .known(_, let isList): isList
        case .file: true
        }
    }

    /// The screens, from the file if there is one.
    func read() throws(MachineFailure) -> [LayoutScreen] {
        switch self {
        case .known(let screens, _): return screens
        case .file(let path, let isLandscape):
            return try DevicesFile.devices(in: path).map { LayoutScreen(OrientedDevice($0, isLandscape: isLandscape)) }
        }
    }
}
