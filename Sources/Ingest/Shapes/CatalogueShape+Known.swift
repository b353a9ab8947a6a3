import CWeirResources
import WeirBase
import WeirRecords
import WeirSystem

extension CatalogueShape {
    /// The shapes of exports that weir knows, in the order in which they are tried.
    package static let known: [CatalogueShape] = {
        var shapes: [CatalogueShape] = []
        var next = CResources_shapes()
        while let file = next?.pointee, file.path != nil {
            let bytes = UnsafeRawBufferPointer(start: file.bytes, count: file.count)
            if let document = try? JSONValue(bytes), let shape = try? CatalogueShape(document, named: document["name"]?.string) {
                shapes.append(shape)
            }
            next = next?.successor()
        }
        return shapes
    }()

    package static func named(_ name: String) -> CatalogueShape? { known.first { $0.name == name } }

    /// The known shape that a plain file shows by its header, or by its first lines; nil if it shows none, or has the column `img`.
    package static func recognized(
        _ path: [UInt8], _ form: IngestPlan.CatalogueForm, delimiter: UInt8?
    ) -> CatalogueShape? {
        let img = RowColumns().img
        guard form == .csv || form == .tsv || form.hasPointers, fileStatus(path)?.isRegular == true,
            let beginning = try? DecompressedInput(file: path).beginning
        else { return nil }
        var text = beginning
        if var transcoder = UTF16Transcoder(recognizing: beginning) { text = (try? transcoder.transcode(beginning)) ?? [] }
        guard form.isTable else {
            func has(_ words: String) -> Bool { !text.ranges(of: Array(words.utf8)).isEmpty }
            return has("\"\(img)\"") ? nil : known.first { $0.form.hasPointers && $0.recognizedTexts.contains(where: has) }
        }
        let names = RowReader.headerNames(text, delimiter: delimiter ?? (form == .tsv ? 0x09 : 0x2C))
        let header = Set(names.map { String(decoding: Array($0.utf8).trimming(while: isBlank), as: UTF8.self).lowercased() })
        guard !names.contains(img) else { return nil }
        return known.first { $0.form.isTable && $0.recognized.contains { $0.allSatisfy { header.contains($0.lowercased()) } } }
    }
}
