import Manifests
import TestSupport
import Testing
import WeirBase
import WeirRecords

extension ManifestDocument {
    init(_ bytes: [UInt8], keepsTexts: Bool = true, keeping keys: [String] = [], facts: [String] = []) throws {
        self = try bytes.withUnsafeBytes { try ManifestDocument($0, keepsTexts: keepsTexts, keeping: keys, facts: facts) }
    }

    /// The entries in a form that tests compare.
    var samples: [SampleEntry] {
        (0..<count).map { entry in
            withTexts(of: entry) { img, price in
                SampleEntry(
                    width: Int(widths[entry]), height: Int(heights[entry]), img: String(decoding: img, as: UTF8.self),
                    price: String(decoding: price, as: UTF8.self))
            }
        }
    }
}

func gzip(_ bytes: [UInt8]) -> [UInt8] { Bytes(bytes).gzipped.all }

extension SampleEntry {
    /// The entry as bytes, since equal Strings may have different bytes for an accent.
    var bytes: [[UInt8]] { ["\(width)", "\(height)", img, price].map { Array($0.utf8) } }
}
