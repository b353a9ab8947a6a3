/// A host by its name or address, or with `*.` before it all hosts whose names end in `.` and the name.
package struct HostPattern: Hashable, Sendable {
    private let name: String
    private let coversSubdomains: Bool

    private init(_ name: String, coversSubdomains: Bool) { (self.name, self.coversSubdomains) = (name, coversSubdomains) }

    /// Takes `img.shop.example`, `*.shop.example` or an address; nil for any other text.
    package init?(_ text: String) {
        let coversSubdomains = text.hasPrefix("*.")
        let name = coversSubdomains ? String(text.dropFirst(2)) : text
        let isAlone = !name.contains { "/:@?#*".contains($0) } || name.hasPrefix("[") && name.hasSuffix("]")
        guard isAlone, let host = try? WebAddress(parsing: Array("http://\(name)/".utf8)).host else { return nil }
        self.init(host, coversSubdomains: coversSubdomains)
    }

    /// As users write it.
    package var text: String { (coversSubdomains ? "*." : "") + name }

    /// All patterns that match a host, the most exact one first.
    static func all(matching host: String) -> [HostPattern] {
        let dots = host.indices.filter { host[$0] == "." }
        return [HostPattern(host, coversSubdomains: false)]
            + dots.map { HostPattern(String(host[$0...].dropFirst()), coversSubdomains: true) }
    }
}
