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

/// The configuration of a command: the file that the command line names, or the one that is found beside its manifests. It is read
/// once, since it may come through a pipe.
struct FoundConfiguration {
    /// Nil if there is none.
    let path: [UInt8]?
    /// Whether the command line did not name it.
    let isFound: Bool
    let configuration: CheckConfiguration
    let document: JSONValue?

    init(_ named: [UInt8]?, besides manifests: [[UInt8]]) throws(MachineFailure) {
        path = if let named { named } else { try foundConfiguration(of: manifests) }
        isFound = named == nil && path != nil
        guard let path else {
            (configuration, document) = (CheckConfiguration(), nil)
            return
        }
        // A pipe that nobody has named may never end.
        let document = try isFound ? jsonDocument(InputFile(plainFile: path), called: path) : jsonDocument(path)
        self.document = document
        do throws(UsageError) { configuration = try CheckConfiguration(whole: document) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }

    /// Says which configuration is used, if nobody named it. `options` are those of a command that takes only layouts and devices
    /// from it.
    func report(for options: ScreenOptions? = nil) {
        guard isFound, let path, options.map(isUsed) ?? true else { return }
        StandardStream.error.report("weir: uses the configuration \(Argument(path).shown)")
    }

    private func isUsed(by options: ScreenOptions) -> Bool {
        (options.layouts.isEmpty && !configuration.layouts.isEmpty) || (options.devices.isEmpty && !configuration.devices.isEmpty)
    }

    /// The layouts on their screens. The command line has priority.
    func screens(_ options: ScreenOptions, held: ScreenOrientation? = nil) throws(MachineFailure) -> Screens {
        let layouts = options.layouts.isEmpty ? configuration.layouts : options.layouts.map { OrientedLayout($0) }
        let devices = options.devices.isEmpty ? configuration.devices : try options.devices.read()
        do throws(ScreensFailure) { return try Screens(layouts: layouts, devices: devices, held: held) } catch {
            throw .input(error.message)
        }
    }
}

extension CheckConfiguration {
    /// Reads a document with its members for other commands too.
    fileprivate init(whole document: JSONValue) throws(UsageError) {
        do throws(ConfigurationFailure) { try self.init(document, rules: Rule.all) } catch { throw UsageError(error.message) }
        try checkHosts(of: document)
        guard let ingest = document["ingest"] else { return }
        let grammar = IngestOptions.grammar
        try grammar.check(ingest, called: "ingest")
        var options = grammar.defaults
        for option in try grammar.options(in: ingest, called: "ingest") {
            switch option.flag.spec.name {
            case "keep": try option.apply(to: &options)
            // Only a run of ingest needs a placeholder that can be read.
            case "placeholder": try? option.apply(to: &options)
            default: break
            }
        }
        // The catalogue is not known here, so a pointer may also be the name of a column.
        keptColumns = options.plan.columns.kept.flatMap { [$0, JSONPointer($0)?.tokens.last ?? $0] }
        placeholderSize = try? options.plan.placeholderSize()
    }
}

/// Reads a small JSON file. `advice` ends the message if it is none.
func jsonDocument(_ path: [UInt8], advice: String = "") throws(MachineFailure) -> JSONValue {
    try jsonDocument(InputFile(path), called: path, advice: advice)
}

func jsonDocument(_ file: InputFile, called path: [UInt8], advice: String = "") throws(MachineFailure) -> JSONValue {
    let text = try wholeFile(file)
    do throws(JSONFailure) {
        return try text.withBytes { bytes throws(JSONFailure) in try JSONValue(UnsafeRawBufferPointer(bytes)) }
    } catch {
        throw .input("\(Argument(path).shown):\(error.line):\(error.column): \(error.message)\(advice)")
    }
}

/// The weir.json of manifests for which the command line names none: the nearest one from the folder of the manifest up to the
/// root of its Git repository. Outside of a repository only the manifest's own folder counts, since the folders above it may
/// be those of other users. Throws if the manifests have several.
func foundConfiguration(of manifests: [[UInt8]]) throws(MachineFailure) -> [UInt8]? {
    var found: [UInt8]?
    for manifest in manifests {
        guard let path = configuration(above: folder(of: withoutEndSlashes(manifest))) else { continue }
        guard let first = found, !isSameFile(first, path) else {
            found = path
            continue
        }
        throw .input(
            """
            \(Argument(first).shown) and \(Argument(path).shown) belong to manifests of one run; --config FILE says \
            which one holds
            """)
    }
    return found
}

private func configuration(above start: [UInt8]) -> [UInt8]? {
    guard let real = realPath(start) else { return nil }
    var folders: [[UInt8]] = [real]
    while let last = folders.last, !exists(".git", in: last) {
        guard last != Array("/".utf8) else {
            folders.removeSubrange(1...)
            break
        }
        folders.append(folder(of: last))
    }
    guard let nearest = folders.first(where: { exists("weir.json", in: $0) }) else { return nil }
    // The path as it would be typed, where it can be.
    return joined(nearest == real ? start : nearest, Array("weir.json".utf8))
}

/// A link to a file that is gone exists too, so that it is reported and not passed over.
private func exists(_ name: String, in folder: [UInt8]) -> Bool { ownStatus(joined(folder, Array(name.utf8))) != nil }
