import Records
import System

/// A form of packing that is reported, and not read. gzip is read.
struct PackedForm {
    let name: String
    /// The program that writes what is packed to standard output.
    let program: String
    private let signature: [UInt8]

    private static let all: [PackedForm] = [
        PackedForm(name: "xz", program: "xz -dc", signature: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
        PackedForm(name: "zstd", program: "zstd -dc", signature: [0x28, 0xB5, 0x2F, 0xFD]),
        // A block of bzip2 begins with the digits of pi, behind its size.
        PackedForm(name: "bzip2", program: "bzip2 -dc", signature: Array("BZh\01AY&".utf8)),
        PackedForm(name: "zip", program: "unzip -p", signature: [0x50, 0x4B, 0x03, 0x04]),
    ]

    /// Recognises a form by the first eight bytes. A zero in a signature stands for any byte.
    init?(of beginning: [UInt8]) {
        let found = PackedForm.all.first { form in
            beginning.count >= form.signature.count && zip(form.signature, beginning).allSatisfy { $0 == $1 || $0 == 0 }
        }
        guard let found else { return nil }
        self = found
    }

    private init(name: String, program: String, signature: [UInt8]) {
        self.name = name
        self.program = program
        self.signature = signature
    }
}

extension DecompressedInput {
    /// Refuses a catalogue that some other program has to unpack.
    func checkPacking(_ form: IngestPlan.CatalogueForm, _ settings: SettingNames) throws(MachineFailure) {
        guard let packed = PackedForm(of: beginning ?? []) else { return }
        throw failure(DocumentFailure("the catalogue is packed with \(packed.name): \(form.reading(packed.program, settings))"))
    }

    /// Refuses a catalogue that some other program has to transcode. XML names its encoding to the parser.
    func checkEncoding(_ form: IngestPlan.CatalogueForm, _ settings: SettingNames) throws(MachineFailure) {
        guard form != .plist, form != .xml, let encoding = ForeignEncoding(of: beginning ?? []) else { return }
        throw failure(
            DocumentFailure(
                "the catalogue looks like \(encoding.name)\(encoding.hasMark ? "" : " without a byte order mark"): "
                    + form.reading("iconv -f \(encoding.name) -t UTF-8", settings)))
    }
}

extension IngestPlan.CatalogueForm {
    /// The command that reads the catalogue from a program that writes it to standard output.
    fileprivate func reading(_ program: String, _ settings: SettingNames) -> String {
        "\(program) FILE | weir ingest \(settings.format) \(rawValue) - reads it"
    }
}
