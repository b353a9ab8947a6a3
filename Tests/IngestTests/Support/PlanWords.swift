import Fetching
import ImageHeaders
import Manifests
import Measuring
import TestSupport
import WeirBase
import WeirRecords
import WeirSystem

@testable import Ingest

extension IngestPlan {
    /// The plan of a command line: the words that tests use, with paths in the folder. The first word without a dash is the catalogue.
    init(_ words: [Bytes], in folder: TemporaryFolder) throws {
        var options: [(name: String, value: String)] = []
        var catalogue = ""
        var rest = words.map { String(decoding: $0.all, as: UTF8.self) }[...]
        while let word = rest.popFirst() {
            if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
                options.append((String(word[..<equals]), String(word[word.index(after: equals)...])))
            } else if word == "--each-image" || word == "--verify" {
                options.append((word, ""))
            } else if word.hasPrefix("-") {
                options.append((word, rest.removeFirst()))
            } else {
                catalogue = word
            }
        }
        func path(_ name: String) -> [UInt8] { Array((name.hasPrefix("/") ? name : "\(folder.path)/\(name)").utf8) }
        func last(_ name: String) -> String? { options.last { $0.name == name }?.value }

        var fetching = FetchOptions(userAgent: "test")
        if let most = last("--max-pixels") { fetching.headers.maxPixels = try Self.number(most) }
        let shape = try last("--from").flatMap(Self.shape)
        let form = last("--from").flatMap(CatalogueForm.init(rawValue:)) ?? Self.form(of: catalogue)
        self.init(catalogue: try Self.input(path(catalogue), shape, form), fetching: fetching)
        self.shape = shape
        var roles: Set<ColumnRole> = []
        for (name, value) in options where !["--from", "--max-pixels"].contains(name) {
            switch name {
            case "--img-column":
                columns.img = value
                roles.insert(.img)
            case "--price-column":
                columns.price = value
                roles.insert(.price)
            case "--images-column": columns.images = value
            case "--img-separator": columns.separator = value.utf8.first
            case "--version-column": columns.version = value
            case "--keep": columns.kept += value.split(separator: ",").map(String.init)
            case "--delimiter": delimiter = value == "\\t" ? UInt8(ascii: "\t") : value.utf8.first
            case "--rows": rowsPointer = JSONPointer(value)
            case "--root": root = path(value)
            case "--glob": try filter.add(Array(value.utf8))
            case "--base-url": baseURL = Array(value.utf8)
            case "--with": facts += try value.split(separator: ",").map { try Self.word(String($0)) }
            case "--each-image": isEachImage = true
            case "--verify": measuring.isVerifying = true
            case "--on-failure": onFailure = try Self.word(value)
            case "--max-failures": maxFailures = try Self.limit(value)
            case "--max-removed": maxRemoved = try Self.limit(value)
            case "--expect-rows": expectedRows = try Self.limit(value)
            case "--placeholder":
                let sides = value.split(separator: "x").map { Int($0) }
                if sides.count == 2, let width = sides[0], let height = sides[1] {
                    fallback = PixelSize(width: width, height: height)
                } else {
                    placeholder = path(value)
                }
            case "--journal":
                measuring.journal = JournalPlan(path(value))
                measuring.journal?.manifest = last("-o").map(path)
            case "--retry-failed": measuring.journal?.retriesFailed = true
            case "--report", "--metrics": ownFiles.append(path(value))
            case "-o", "--page-size", "--page-names": break
            default: throw UnknownWord(word: name)
            }
        }
        if self.shape == nil, last("--from") == nil, case .file(let file, let form) = self.catalogue,
            rowsPointer == nil, form.isTable || !roles.contains(.img)
        {
            self.shape = CatalogueShape.recognized(file, form, delimiter: delimiter)
            isShapeRecognized = self.shape != nil
        }
        self.shape?.take(columns, roles)
        let hasImages = !isEachImage && (columns.images != nil || columns.separator != nil || self.shape != nil)
        let extras = facts.flatMap(\.keys) + keptNames + (hasImages ? [ManifestEntry.imagesKey] : [])
        let outputs = try options.filter { $0.name == "-o" }.enumerated().map { index, option in
            var output = Output()
            (output.path, output.extras) = (path(option.value), extras)
            if index == 0, let size = last("--page-size") {
                output.pageSize = try Self.number(size)
                output.pageNames = try last("--page-names").map(Self.word) ?? .number
            } else if let kind = ManifestKind(path: option.value, binaryPlist: option.value.contains(".binary.")) {
                output.kind = kind
            }
            return output
        }
        guard let first = outputs.first else { throw UnknownWord(word: "no output") }
        (output, furtherOutputs) = (first, Array(outputs.dropFirst()))
        measuring.placeholders = Set(facts.compactMap(\.placeholder))
    }

    private struct UnknownWord: Error { let word: String }

    private static func word<Word: RawRepresentable>(_ text: String) throws -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: text) else { throw UnknownWord(word: text) }
        return word
    }

    private static func number<Number: LosslessStringConvertible>(_ text: String) throws -> Number {
        guard let number = Number(text) else { throw UnknownWord(word: text) }
        return number
    }

    private static func limit(_ text: String) throws -> CountOrPercent {
        text.hasSuffix("%") ? .percent(try number(String(text.dropLast()))) : .count(try number(text))
    }

    private static func shape(_ text: String) throws -> CatalogueShape? {
        if let known = CatalogueShape.named(text) { return known }
        guard text.hasPrefix("{") else { return nil }
        return try CatalogueShape(Array(text.utf8).withUnsafeBytes { try JSONValue($0) })
    }

    private static func form(of name: String) -> CatalogueForm? {
        let parts = name.lowercased().split(separator: ".").filter { !["gz", "xz", "zst", "bz2"].contains($0) }
        return parts.last.flatMap { $0 == "xlsx" ? .csv : CatalogueForm(rawValue: String($0)) }
    }

    private static func input(_ path: [UInt8], _ shape: CatalogueShape?, _ form: CatalogueForm?) throws -> CatalogueInput {
        if let bucket = CatalogueInput(inventory: path) { return bucket }
        guard let form = form ?? shape?.form else { return .folder(path) }
        return .file(path, form)
    }
}
