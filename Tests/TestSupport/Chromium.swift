/// A headless Chromium that shows one page of a server on this machine for as long as this value lives. It asks no
/// other host.
public final class Chromium: Sendable {
    private let profile: TemporaryFolder
    private let process: TiedProcess

    /// Debian's package; without it, the tests with a browser are skipped.
    public static let name = "chromium"

    /// `scale` is device pixels to a CSS pixel.
    public init(showing url: String, scale: Double = 1, flags: [String] = []) throws {
        guard let program = Program.named(Self.name) else { throw ServerFailure("there is no \(Self.name) on the PATH") }
        profile = try TemporaryFolder()
        try profile.add("output")
        process = try TiedProcess(
            program.name,
            [
                // The sandbox refuses to run as root.
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                "--window-size=1400,1400", "--force-device-scale-factor=\(scale)", "--user-data-dir=\(profile.path)",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            ] + flags + [url], output: "\(profile.path)/output")
    }

    public var hasEnded: Bool { process.hasEnded }

    public func end() { process.end() }
}

extension Need {
    public static let chromium = program(Chromium.name)
}
