import Base
import Checks
import Layouts
import System

/// The layouts and devices that were named on the command line.
struct ScreenChoice: Sendable {
    var layouts: [LayoutChoice] = []
    var devices = DeviceChoice.unnamed

    /// The options of the commands that look at several layouts on several screens. `devices` are those without the option
    /// and a configuration.
    static func flags<Settings>(
        _ path: WritableKeyPath<Settings, ScreenChoice> & Sendable, devices: String = "a phone of 375x667"
    ) -> [Flag<Settings>] {
        [
            .value(
                "layout", .recipe("NAME[:KEY=VALUE,...]"), in: .layout,
                help: """
                    Look at this layout; may be given several times. Without this option, those of the configuration, else \
                    lf-waterflow, with 3 columns upright and 5 turned.
                    """
            ) { $0[keyPath: path].layouts.append($1) },
            .devices(
                help: """
                    Look at these devices, each upright and turned: all that weir knows, some of them, or those in FILE. \
                    Without this option, those of the configuration, else \(devices).
                    """
            ) { settings, choice throws(UsageError) in try settings[keyPath: path].devices.add(choice) },
        ]
    }
}

/// The devices that were named on the command line.
enum DeviceChoice: Equatable, Sendable {
    case unnamed
    case known([Device])
    case file([UInt8])

    /// Names a device only once, so that its screens are not looked at twice.
    mutating func add(_ other: DeviceChoice) throws(UsageError) {
        switch (self, other) {
        case (.unnamed, _): self = other
        case (.known(let devices), .known(let others)):
            self = .known(devices + others.filter { other in !devices.contains { $0.name == other.name } })
        default: throw UsageError("a file of devices goes with no others; write them all into one file")
        }
    }

    var file: [UInt8]? { if case .file(let path) = self { path } else { nil } }

    /// Nil if none were named.
    func read() throws(MachineFailure) -> [Device]? {
        switch self {
        case .unnamed: nil
        case .known(let devices): devices
        case .file(let path): try DevicesFile.devices(in: path)
        }
    }
}

extension Flag {
    /// The option that names several devices.
    static func devices(
        help: String, add: @escaping @Sendable (inout Settings, DeviceChoice) throws(UsageError) -> Void
    ) -> Flag {
        let reader = ValueReader<DeviceChoice>.devices("all|NAME,...|FILE")
        return Flag(
            spec: FlagSpec(
                name: "devices", value: reader.spec, group: .screen, isRepeatable: true,
                help: help + " May be given more than once."),
            effect: .value { settings, argument throws(UsageError) in
                try add(&settings, try reader.read(argument))
            })
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
                throw UsageError(
                    "unknown device \(Argument(other).shown); a file of devices is named with its folder or its ending")
            }
            return .file(try argument.path())
        }
    }

    private static func nearestDevice(to word: String) -> String? { nearestName(to: word, among: Device.all.map(\.name)) }
}
