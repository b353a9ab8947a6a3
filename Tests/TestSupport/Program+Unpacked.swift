import Foundation

extension Program {
    public static let nginx = unpacked("nginx")

    /// The tool of Prometheus for metrics and alerts.
    public static let promtool = unpacked("promtool")

    /// A Python with moto, a server of buckets.
    public static let moto = unpacked("moto")

    /// A Python that drives Chromium.
    public static let playwright = unpacked("playwright")

    /// The program whose path `scripts/tool` prints, or the reason why there is none.
    private static func unpacked(_ name: String) -> Result<Program, UnmetNeed> {
        do {
            let outcome = try Program("\(Fixtures.root)/scripts/tool").run([Bytes(name)])
            guard outcome.status == .exited(0) else { return .failure(UnmetNeed(outcome.messages)) }
            return .success(Program(outcome.text.trimmingCharacters(in: .newlines)))
        } catch {
            return .failure(UnmetNeed("scripts/tool \(name): \(error)"))
        }
    }
}
