import Base

/// Another manifest, beside which the page shows this one.
package struct PreviewComparison: Sendable {
    package let name: String
    package let entries: PreviewEntries
    /// For each entry of the manifest the entry of the other one that has the same picture, -1 if there is none.
    package let former: [Int]

    package init(name: String, entries: PreviewEntries, former: [Int]) {
        (self.name, self.entries, self.former) = (name, entries, former)
    }

    /// Appends members of an object.
    func append(to output: inout ByteBuffer) {
        output.append(",\n\"against\":{\"name\":")
        output.append(scriptText: name)
        output.append(",\"former\":[")
        for (index, entry) in former.enumerated() {
            if index > 0 { output.append(",") }
            output.append(entry)
        }
        output.append("],\"entries\":")
        entries.append(to: &output)
        output.append("}")
    }
}
