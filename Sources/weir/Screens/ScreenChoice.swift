import Base
import Checks
import Layouts
import System

/// The layouts and devices that were named on the command line.
struct ScreenChoice: Sendable {
    var layouts: [LayoutChoice] = []
    var devices = DeviceChoice.unnamed

    /// The options of the commands that check several layouts on several screens.
    static func flags<Settings>(
        _ path: WritableKeyPath<Settings, ScreenChoice> & Sendable
    ) -> [Flag<Settings>] {
        [
            .value(
                "layout", .recipe("NAME[:KEY=VALUE,...]"), in: .layout,
                help: """
                    Look at this layout; may be given several times. Without this option, those of the configuration, else \
                    lf-waterflow, with 3 columns upright and 5 turned.
                    """
            ) { $0[keyPath: path].layouts.append($1) },
            .value(
                "devices", .devices("all|NAME,...|FILE"), in: .screen,
                help: """
                    Look at these devices, each upright and turned: all that weir knows, some of them, or those in FILE. \
                    Without this option, those of the configuration, else a phone of 375x667.
                    """
            ) { $0[keyPath: path].devices = $1 },
        ]
    }
}

/// The devices that were named on the command line.
enum DeviceChoice: Equatable, Sendable {
    case unnamed
    case known([Device])
    case file([UInt8])

    /// Nil if none were named.
    func read() throws(MachineFailure) -> [Device]? {
        switch self {
        case .unnamed: nil
        case .known(let devices): devices
        case .file(let path): try DevicesFile.devices(in: path)
        }
    }
}

extension ValueReader where Value == LayoutChoice {
    static func recipe(_ placeholder: String) -> ValueReader {
        ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .words(LayoutKind.all.map(\.name)))) {
            argument throws(UsageError) in
            let text = try argument.word()
            return LayoutChoice(try LayoutOptions.recipe(text), text)
        }
    }
}

extension ValueReader where Value == DeviceChoice {
    static func devices(_ placeholder: String) -> ValueReader {
        let names = Device.all.map(\.name)
        return ValueReader(spec: ValueSpec(placeholder: placeholder, completion: .list(["all"] + names))) {
            argument throws(UsageError) in
            if argument.text == "all" { return .known(Device.all) }
            let words = (argument.text ?? "").split(separator: ",").map(String.init)
            let known = words.compactMap { word in Device.all.first { $0.name == word } }
            if !words.isEmpty, known.count == words.count { return .known(known) }
            // A word without a dot or a slash is a misspelt device, and anything else a file.
            if let other = words.first(where: { !names.contains($0) }), !other.contains("."), !other.contains("/") {
                if let nearest = nearestDevice(to: other) { throw .unknown("device", Argument(other).shown, nearest: nearest) }
                throw UsageError("unknown device \(Argument(other).shown); a file of devices is named with its folder or its ending")
            }
            return .file(try argument.path())
        }
    }

    private static func nearestDevice(to word: String) -> String? { nearestName(to: word, among: Device.all.map(\.name)) }
}
