import Checks
import Ingest
import Layouts
import WeirBase
import WeirRecords
import WeirSystem

/// The layouts, the devices and the configuration that were named on the command line: the same options of all commands that lay
/// pictures out.
struct ScreenOptions: Equatable, Sendable {
    var layouts: [LayoutChoice] = []
    var devices = DeviceList()
    var configuration: [UInt8]?

    /// `other` is what the command looks at without devices. `takes` is what it takes from a configuration.
    static func flags<Options>(
        _ path: WritableKeyPath<Options, ScreenOptions> & Sendable, devices other: String = "a phone of 375x667",
        held: String = ", each upright and turned", takes: String = "layouts and devices"
    ) -> [Flag<Options>] {
        [
            .value(
                "layout", .recipe("NAME[:KEY=VALUE,...]"), in: .layout, isRepeatable: true,
                help: """
                    Look at this layout; may be given several times. Without this option, those of the configuration, else \
                    lf-waterflow, with 3 columns upright and 5 turned. weir layouts prints all with their parameters.
                    """
            ) { $0[keyPath: path].layouts.append($1) },
            Flag(
                spec: FlagSpec(
                    name: "devices", value: ValueReader<DeviceList>.devices("all|NAME,...|WxH|FILE").spec, group: .screen,
                    isRepeatable: true,
                    help: """
                        Look at these devices\(held): all that weir knows, some of them, screens of a size in points, or those in \
                        FILE. Without this option, those of the configuration, else \(other). May be given more than once.
                        """),
                effect: .value { options, argument throws(UsageError) in
                    try options[keyPath: path].devices.add(try ValueReader<DeviceList>.devices("").read(argument))
                }),
            .value(
                "config", .file("FILE"), in: .input,
                help: """
                    Take \(takes) from FILE, a configuration of weir check. Without this option, from the nearest \
                    weir.json between a manifest and the root of its Git repository.
                    """
            ) { $0[keyPath: path].configuration = $1 },
        ]
    }
}

/// Devices that were named, or the file that has them.
struct DeviceList: Equatable, Sendable {
    var known: [Device] = []
    var file: [UInt8]?

    var isEmpty: Bool { known.isEmpty && file == nil }

    /// Names a device only once, so that its screens are not looked at twice.
    mutating func add(_ other: DeviceList) throws(UsageError) {
        guard isEmpty || (file == nil && other.file == nil) else {
            throw UsageError("a file of devices goes with no others; write them all into one file")
        }
        known += other.known.filter { other in !known.contains { $0.name == other.name } }
        file = other.file
    }

    func read() throws(MachineFailure) -> [Device] {
        guard let file else { return known }
        let document = try jsonDocument(file)
        do throws(ConfigurationFailure) { return try Device.list(document) } catch {
            throw .input("\(Argument(file).shown): \(error.message)")
        }
    }
}

extension ValueReader where Value == LayoutChoice {
    static func recipe(_ placeholder: String) -> ValueReader {
        ValueReader(placeholder, .words(LayoutKind.all.map(\.name))) {
            argument throws(UsageError) in try LayoutChoice(typed: try argument.word())
        }
    }
}

extension LayoutChoice {
    /// The layout that the text names, with its parameters.
    init(typed text: String) throws(UsageError) {
        let name = String(text.prefix { $0 != ":" })
        guard let kind = LayoutKind.all.first(where: { $0.name == name }) else {
            let names = LayoutKind.all.map(\.name)
            if name == "list" { throw UsageError("weir layouts lists the layouts and their parameters") }
            throw .unknown(
                "layout", Argument(name).shown, nearest: nearestName(to: name, among: names), elsewhere: "; there are \(list(of: names))")
        }
        do throws(LayoutError) { try self.init(text) } catch {
            let names = kind.parameters.map(\.name) + LayoutKeys.parameters(of: kind)
            let nearest = names.contains(error.parameter) ? nil : nearestName(to: error.parameter, among: names)
            let message = nearest.map { "\(error.parameter): \(name) has no such parameter; did you mean \($0)?" }
            throw UsageError(message ?? "\(error)")
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
func list(of names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
}

extension ValueReader where Value == DeviceList {
    static func devices(_ placeholder: String) -> ValueReader {
        let names = Device.all.map(\.name)
        return ValueReader(placeholder, .list(["all"] + names)) {
            argument throws(UsageError) in
            if argument.text == "all" { return DeviceList(known: Device.all) }
            let words = (argument.text ?? "").split(separator: ",").map(String.init)
            let known = words.compactMap { word in Device.all.first { $0.name == word } ?? Size(screen: word).map { Device(size: $0) } }
            if !words.isEmpty, known.count == words.count {
                var list = DeviceList()
                for device in known { try list.add(DeviceList(known: [device])) }
                return list
            }
            guard !words.contains("all") else { throw UsageError("all is each device that weir knows, and stands alone") }
            // A word without a dot or a slash is a misspelt device, and anything else a file.
            if let other = words.first(where: { !names.contains($0) }), !other.contains("."), !other.contains("/") {
                throw .unknown(
                    "device", Argument(other).shown, nearest: nearestName(to: other, among: names),
                    elsewhere: "; a file of devices is named with its folder or its ending, and a screen as 375x667")
            }
            return DeviceList(file: try argument.path())
        }
    }
}

extension Size {
    /// Reads the size of a screen in points, such as `375x667`.
    fileprivate init?(screen text: String) {
        guard let size = Size(text), [size.width, size.height].allSatisfy({ (1...1e6).contains($0) }) else { return nil }
        self = size
    }
}
