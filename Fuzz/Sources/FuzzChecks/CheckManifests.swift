import Checks
import Manifests
import WeirRecords

/// Checks the input as a manifest. Traps if a finding has an invalid position, or if the checks and the manifest reader of
/// the other commands disagree.
func checkManifest(_ bytes: UnsafeRawBufferPointer) {
    // Input that begins like no format becomes the content of an array.
    let isWhole = bytes.first.map { "[{< \n\tb\u{1F}".utf8.contains($0) || $0 == 0xEF } ?? true
    let start = #"[{"w":2,"h":3,"img":"a","price":""},{"w":4,"h":5,"img":"#
    let manifest = isWhole ? Array(bytes) : Array(start.utf8) + bytes
    var check = ManifestCheck(RuleChoices(ManifestRules.withoutPictures))
    let checked = check.check("manifest", manifest)
    let widths = checked.widths
    check.take(checked)
    let file = check.result.files[0]
    for finding in file.findings { checkPosition(of: finding, in: file) }
    guard widths.count <= file.entries, file.entries <= manifest.count else { fatalError("more entries than bytes") }

    let isParsed = !file.findings.contains { $0.rule == "parses" }
    switch (isParsed, reading(of: manifest)) {
    case (true, nil): fatalError("the checks read what nobody else reads")
    case (false, .some(let read)) where manifest.first == UInt8(ascii: "[") && read.broken.isEmpty:
        fatalError("what others read is refused: \(file.findings)")
    case (true, .some(let read)) where read.broken.isEmpty && read.widths.count != file.entries:
        fatalError("\(file.entries) entries, and for others \(read.widths.count)")
    default: break
    }
}

private func checkPosition(of finding: Finding, in file: CheckResult.File) {
    guard let position = finding.position else { return }
    guard position.line >= 1, position.column >= 1, position.length >= 1 else { fatalError("a position before the first: \(position)") }
    guard let quoted = file.lines[position] else { fatalError("no line is quoted for \(finding)") }
    guard quoted.firstColumn >= 1, quoted.text.utf8.count <= 1000 else { fatalError("a quotation out of place: \(quoted)") }
    guard quoted.firstColumn <= position.column else { fatalError("\(finding) stands before \(quoted)") }
}

private func reading(of manifest: [UInt8]) -> ManifestDocument? {
    manifest.withUnsafeBytes { bytes in
        do throws(DocumentFailure) {
            return try ManifestDocument(bytes)
        } catch {
            return nil
        }
    }
}
