import Foundation

import class WeirSystem.Locked

/// A requirement of a test: a program, a right of this user, or files outside the checkout.
public final class Need: Sendable {
    private let look: @Sendable () -> String?
    private let seen = Locked<String??>(nil)

    /// `look` returns a message about what is missing and how to get it; nil if nothing is missing. It is called
    /// once.
    public init(_ look: @escaping @Sendable () -> String?) { self.look = look }

    /// A message about what this machine lacks; nil if nothing is missing.
    public var lack: String? {
        seen.change { seen in
            let lack = seen ?? look()
            seen = .some(lack)
            return lack
        }
    }
}

extension Need {
    /// Time, or a large download: `scripts/test` leaves the test to `scripts/test --all`, and everything else runs it.
    public static let time = Need { ProcessInfo.processInfo.environment["WEIR_TESTS"] == "short" ? leftToAll : nil }
    /// scripts/test counts the tests that are skipped for this reason.
    private static let leftToAll = "scripts/test --all runs it"

    /// A need whose tool is fetched when it is looked for, so that a short run does not look.
    private static func fetched(_ tool: @escaping @Sendable () -> Result<Program, UnmetNeed>) -> Need {
        Need {
            if let left = time.lack { return left }
            return if case .failure(let unmet) = tool() { unmet.description } else { nil }
        }
    }

    public static func program(_ name: String) -> Need {
        Need { Program.named(name) == nil ? "there is no \(name) on the PATH; scripts/setup all installs it" : nil }
    }

    public static let tracer = Need {
        Program.tracer == nil ? "strace and taskset cannot be used: they are not installed, or may not trace here" : nil
    }

    /// A small file system of its own.
    public static let smallDisk = Need {
        SmallDisk.isAvailable ? nil : "no small disk can be made: that takes root and the right to mount"
    }

    public static let root = Need { geteuid() == 0 ? nil : "only root can give files away" }

    /// A `weir` to which file modes apply.
    public static let obedience = Need {
        Program.weir.obedient == nil ? "root passes the modes of files by, and setpriv cannot change that here" : nil
    }

    /// A `weir` that loads shared libraries. The static one does not, and has fewer decoders for it.
    public static let loading = Need { Program.weir.isStatic ? "this weir is static and loads no libraries" : nil }

    public static let promtool = fetched { Program.promtool }

    public static let moto = fetched { Program.moto }

    /// A Python that drives the browser.
    public static let playwright = fetched { Program.playwright }

    public static let jsonSchema = python(module: "jsonschema")
    public static let sarif = python(module: "sarif_om")
    public static let junit = python(module: "junitparser")
    public static let pillow = python(module: "PIL.ImageCms")

    private static func python(module: String) -> Need {
        Need {
            let outcome = try? Program.systemPython.run(["-c", Bytes("import \(module)")])
            return outcome?.status == .exited(0)
                ? nil : "\(Program.systemPython.name) has no module \(module); scripts/setup all installs it"
        }
    }

    /// Public pictures with known sizes.
    public static let corpora = Need {
        FileManager.default.fileExists(atPath: Fixtures.corpora)
            ? nil : "there are no corpora in \(Fixtures.corpora), or where WEIR_CORPORA says"
    }
}
