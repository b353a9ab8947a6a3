import Foundation
import TestSupport
import Testing

/// A manifest, read by another program.
struct ForeignManifest: Equatable {
    var entries: [[String: Value]]

    /// Texts are compared byte by byte, since equal Strings may have different bytes for an accent.
    enum Value: Equatable {
        case text([UInt8])
        case number(Int)
    }
}

extension ForeignManifest {
    init(_ samples: [SampleEntry]) {
        entries = samples.map { sample in
            var entry: [String: Value] = [
                "w": .number(sample.width), "h": .number(sample.height), "img": .text(Array(sample.img.utf8)),
                "price": .text(Array(sample.price.utf8)),
            ]
            for extra in sample.extras {
                switch extra.value {
                case .text(let text), .json(let text), .list(let text): entry[extra.name] = .text(Array(text.utf8))
                case .number(let number): entry[extra.name] = .number(number)
                case .flag(let flag): entry[extra.name] = .number(flag ? 1 : 0)
                case .placeholder: entry[extra.name] = .text(Array("placeholder".utf8))
                }
            }
            return entry
        }
    }

    /// Takes an array of dictionaries from Foundation.
    init(_ array: Any) throws {
        entries = try #require(array as? [[String: Any]]).map { try $0.mapValues(Value.init) }
    }

    init(json: [UInt8]) throws {
        try self.init(JSONSerialization.jsonObject(with: Data(json)))
    }

    init(plist: [UInt8], format expected: PropertyListSerialization.PropertyListFormat) throws {
        var format = PropertyListSerialization.PropertyListFormat.openStep
        try self.init(PropertyListSerialization.propertyList(from: Data(plist), format: &format))
        #expect(format == expected)
    }

    /// Reads a property list with Python's plistlib.
    init(plistOfPython plist: [UInt8]) throws {
        try self.init(json: jsonOfPython(plist: plist))
    }
}

extension ForeignManifest.Value {
    fileprivate init(_ value: Any) throws {
        if let text = value as? String {
            self = .text(Array(text.utf8))
        } else {
            self = .number(try #require(value as? Int))
        }
    }

    var foundation: Any {
        switch self {
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .number(let number): number
        }
    }
}

/// The content of a property list as Python's plistlib reads it, which distinguishes true from 1. Keys are sorted.
func jsonOfPython(plist: [UInt8]) throws -> [UInt8] {
    let program =
        "import json, plistlib, sys; json.dump(plistlib.loads(sys.stdin.buffer.read()), sys.stdout, sort_keys=True, separators=(',', ':'))"
    let outcome = try #require(Program.named("python3")).run(["-c", Bytes(program)], input: Bytes(plist))
    try #require(outcome.status == .exited(0), "\(outcome.messages)")
    return outcome.output
}
