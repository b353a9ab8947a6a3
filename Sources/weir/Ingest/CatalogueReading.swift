import Ingest
import WeirBase
import WeirRecords
import WeirSystem

/// How a catalogue is read: as plain rows of a format, or as the parts of products.
enum CatalogueReading: Sendable {
    case form(IngestPlan.CatalogueForm)
    case shape(CatalogueShape)

    var form: IngestPlan.CatalogueForm {
        switch self {
        case .form(let form): form
        case .shape(let shape): shape.form
        }
    }

    /// The format of a file: that of its name, if the shape is one of tables or of JSON, and the name is too.
    func form(of path: [UInt8]) -> IngestPlan.CatalogueForm {
        guard case .shape(let shape) = self, let named = IngestPlan.CatalogueForm(suffixOf: path),
            named.isTable == shape.form.isTable, named.hasPointers == shape.form.hasPointers
        else { return form }
        return named
    }
}

extension ValueReader where Value == CatalogueReading {
    /// A format, the name of a shape, the file of one, or the shape itself in JSON.
    static func reading(_ placeholder: String) -> ValueReader {
        let forms = IngestPlan.CatalogueForm.words
        let names = CatalogueShape.known.map(\.name)
        return ValueReader(placeholder, .wordsOrDocument(forms + names)) { argument throws(UsageError) in
            if let form = argument.text.flatMap(IngestPlan.CatalogueForm.init(rawValue:)) { return .form(form) }
            if let shape = argument.text.flatMap(CatalogueShape.named) { return .shape(shape) }
            let isJSON = argument.bytes.first == UInt8(ascii: "{")
            guard isJSON || argument.bytes.contains(UInt8(ascii: "/")) || argument.bytes.suffix(5).elementsEqual(".json".utf8) else {
                let words = (forms + names).joined(separator: ", ")
                throw UsageError("\(argument.shown) is not one of \(words), nor a file whose name ends in .json")
            }
            let document: JSONValue
            do throws(MachineFailure) {
                document =
                    isJSON
                    ? try jsonDocument(InputFile(content: argument.bytes, name: "the shape"), called: Array("the shape".utf8))
                    : try jsonDocument(argument.bytes)
            } catch {
                throw UsageError(error.message)
            }
            do throws(Objection) { return .shape(try CatalogueShape(document)) } catch {
                throw UsageError(isJSON ? error.message : "\(argument.shown): \(error.message)")
            }
        }
    }
}
