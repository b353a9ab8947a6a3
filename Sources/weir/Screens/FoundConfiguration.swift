import Checks
import WeirBase
import WeirRecords
import WeirSystem

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
