import Manifests

/// The tables of changed entries: what stands beside each img.
extension DifferenceReport {
    static func heads(of change: ManifestDifference.Change) -> [String] {
        switch change {
        case .added, .removed: ["size", "price"]
        case .resized: ["old size", "new size"]
        case .repriced: ["old price", "new price"]
        case .changed: ["old values", "new values"]
        case .moved: ["old place", "new place"]
        }
    }

    func cells(of change: ManifestDifference.Change, _ entry: Int) -> [String] {
        switch change {
        case .added: [new.size(of: entry), new.price(of: entry)]
        case .removed: [old.size(of: entry), old.price(of: entry)]
        case .resized: [old.size(of: former(of: entry)), new.size(of: entry)]
        case .repriced: [old.price(of: former(of: entry)), new.price(of: entry)]
        case .changed:
            [
                columnChanges(of: entry).map { "\($0.column): \($0.old.orNone)" }.joined(separator: ", "),
                columnChanges(of: entry).map { "\($0.column): \($0.new.orNone)" }.joined(separator: ", "),
            ]
        case .moved: ["\(former(of: entry))", former(of: entry) == entry ? "\(entry), passed by others" : "\(entry)"]
        }
    }

    /// The picture of a changed entry, without credentials.
    func img(of change: ManifestDifference.Change, _ entry: Int) -> String {
        String(decoding: (change == .removed ? old : new).img(of: entry), as: UTF8.self)
    }
}

extension String {
    fileprivate var orNone: String { isEmpty ? "none" : self }
}

extension ComparedManifest {
    fileprivate func size(of entry: Int) -> String { "\(entries.width(of: entry))x\(entries.height(of: entry))" }

    fileprivate func price(of entry: Int) -> String {
        entries.withTexts(of: entry) { _, price in String(decoding: price, as: UTF8.self) }
    }
}
