import Checks
import Layouts
import WeirBase

// Previews: a manifest and its frames to one HTML page that shows them as a phone does.

/// Writes a page: first `begin`, then `append` for each screen, then `end`, so that a caller can write the bytes out in
/// between.
package struct PreviewPage: Sendable {
    /// The title, which is the manifest's name.
    package let title: String
    package let version: String
    package let entries: PreviewEntries
    /// The base of pictures with relative paths: a URL that ends with a slash, or with `=` where a server takes the
    /// path as a parameter.
    package let pictures: String
    /// The number by which a server that reports changes knows the page; nil for a page in a file.
    package let number: Int?
    package let findings: [PreviewFinding]
    package let comparison: PreviewComparison?
    private var screens = 0

    package init(
        title: String, version: String, entries: PreviewEntries, pictures: String, number: Int? = nil, findings: [PreviewFinding],
        comparison: PreviewComparison? = nil
    ) {
        (self.title, self.version, self.entries, self.pictures) = (title, version, entries, pictures)
        (self.number, self.findings, self.comparison) = (number, findings, comparison)
    }

    package func begin(to output: inout ByteBuffer) {
        output.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        output.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        output.append(policy)
        output.append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        output.append("<meta name=\"referrer\" content=\"no-referrer\">\n<title>")
        output.append(xml: title.visible)
        output.append(" · weir preview</title>\n<style>")
        output.append(PageSources.style)
        output.append("</style>\n</head>\n")
        output.append(PageSources.body)
        output.append("<script type=\"application/json\" id=\"page\">")
        output.object { output in
            output.member("title") { $0.append(scriptText: title) }
            output.member("version") { $0.append(scriptText: version) }
            output.member("pictures") { $0.append(scriptText: pictures) }
            output.member("number", number)
            output.member("findings") { $0.append(findings) }
            comparison?.append(to: &output)
            output.member("entries", onNewLine: true) { entries.append(to: &$0) }
        }
        output.append("</script>\n")
    }

    package mutating func append(_ screen: PreviewScreen, to output: inout ByteBuffer) throws(LayoutError) {
        try screen.append(number: screens, to: &output)
        screens += 1
    }

    package func end(to output: inout ByteBuffer) {
        output.append("<script type=\"module\">")
        output.append(PageSources.script)
        output.append("</script>\n</html>\n")
    }

    /// Nothing may come from elsewhere but pictures. The page's own script and styles are known by their hashes.
    private var policy: String {
        let pictures = number != nil ? "'self' http: https: data:" : "http: https: file: data:"
        return """
            default-src 'none'; script-src '\(Self.hash(PageSources.script))'; style-src '\(Self.hash(PageSources.style))' \
            '\(Self.hash(PageSources.phoneStyle))'; img-src \(pictures); connect-src \(number != nil ? "'self'" : "'none'"); \
            base-uri 'none'; form-action 'none'
            """
    }

    private static func hash(_ source: String) -> String {
        var source = source
        let hash = source.withUTF8 { SHA256.hexDigest(of: UnsafeRawBufferPointer($0)) }
        let hex = Array(hash.utf8)
        let digest = stride(from: 0, to: hex.count, by: 2).map { (hexValue(hex[$0]) ?? 0) << 4 | (hexValue(hex[$0 + 1]) ?? 0) }
        return "sha256-\(base64(digest))"
    }
}
