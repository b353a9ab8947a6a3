import TestSupport
import WeirBase

/// A way to break a manifest once, and the rule that finds it.
struct MutantWay: Sendable {
    let name: String
    /// nil if no rule can find it.
    let rule: String?
    var forms = MutantManifest.Form.allCases
    /// Whether only `--previous` shows it.
    var needsPrevious = false
    let change: Change

    enum Change: Sendable {
        /// The finding is about the entry that was changed.
        case entry(@Sendable (inout [MutantManifest.Member], inout Seed) -> Void)
        /// Returns the entry that the finding is about; nil if it is about the manifest.
        case manifest(@Sendable (inout MutantManifest, inout Seed) -> Int?)
        case bytes(@Sendable (inout [UInt8], MutantManifest.Form, inout Seed) -> Void)
    }

    func mutant(as form: MutantManifest.Form, using seed: inout Seed) throws -> (bytes: [UInt8], entry: Int?) {
        var manifest = MutantManifest.clean
        switch change {
        case .entry(let change):
            let index = manifest.entries.indices.randomElement(using: &seed)!
            guard case .object(var members) = manifest.entries[index] else { break }
            change(&members, &seed)
            manifest.entries[index] = .object(members)
            return (try manifest.written(as: form), index)
        case .manifest(let change):
            let entry = change(&manifest, &seed)
            return (try manifest.written(as: form), entry)
        case .bytes(let change):
            var bytes = try manifest.written(as: form)
            change(&bytes, form, &seed)
            return (bytes, nil)
        }
        preconditionFailure("a clean manifest has only objects")
    }
}

extension MutantWay {
    /// One of these values replaces that of one of the keys.
    static func value(
        _ name: String, of keys: [String], _ rule: String?, needsPrevious: Bool = false,
        _ values: @escaping @Sendable (JSONValue) -> [JSONValue]
    ) -> MutantWay {
        MutantWay(
            name: name, rule: rule, needsPrevious: needsPrevious,
            change: .entry { entry, seed in
                let key = keys.randomElement(using: &seed)!
                entry = entry.map { $0.name == key ? .init(name: key, value: values($0.value).randomElement(using: &seed)!) : $0 }
            })
    }

    /// One of these texts replaces that of the key.
    static func text(
        _ name: String, of key: String, _ rule: String?, needsPrevious: Bool = false,
        _ texts: @escaping @Sendable (String) -> [String]
    ) -> MutantWay {
        value(name, of: [key], rule, needsPrevious: needsPrevious) { texts($0.string ?? "").map(JSONValue.string) }
    }

    static func bytes(
        _ name: String, _ rule: String, in forms: [MutantManifest.Form] = MutantManifest.Form.allCases,
        _ change: @escaping @Sendable (inout [UInt8], MutantManifest.Form, inout Seed) -> Void
    ) -> MutantWay {
        MutantWay(name: name, rule: rule, forms: forms, change: .bytes(change))
    }
}
