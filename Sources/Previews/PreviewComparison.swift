import WeirBase

/// Another manifest, beside which the page shows this one.
package struct PreviewComparison: Sendable {
    package let name: String
    package let entries: PreviewEntries
    /// For each entry of the manifest the entry of the other one that has the same picture, -1 if there is none.
    package let previous: [Int]

    package init(name: String, entries: PreviewEntries, previous: [Int]) {
        (self.name, self.entries, self.previous) = (name, entries, previous)
    }

    /// Appends members of an object.
    func append(to output: inout ByteBuffer) {
        output.object("against", onNewLine: true) { output in
            output.member("name") { $0.append(scriptText: name) }
            output.array("previous", previous) { $0.append($1) }
            output.member("entries") { entries.append(to: &$0) }
        }
    }
}
