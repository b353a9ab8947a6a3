import Foundation
import class System.Locked

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
    public static func program(_ name: String) -> Need {
        Need { Program.named(name) == nil ? "there is no \(name) on the PATH; scripts/setup installs it" : nil }
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

    public static let promtool = Need {
        if case .failure(let unmet) = Program.promtool { unmet.description } else { nil }
    }

    public static let moto = Need {
        if case .failure(let unmet) = Program.moto { unmet.description } else { nil }
    }

    /// A Python that drives the browser.
    public static let playwright = Need {
        if case .failure(let unmet) = Program.playwright { unmet.description } else { nil }
    }

    public static let jsonSchema = python(module: "jsonschema")
    public static let sarif = python(module: "sarif_om")
    public static let junit = python(module: "junitparser")
    public static let pillow = python(module: "PIL.ImageCms")

    private static func python(module: String) -> Need {
        Need {
            let outcome = try? Program.systemPython.run(["-c", Bytes("import \(module)")])
            return outcome?.status == .exited(0) ? nil : "\(Program.systemPython.name) has no module \(module); scripts/setup installs it"
        }
    }

    /// Public pictures with known sizes.
    public static let corpora = Need {
        FileManager.default.fileExists(atPath: Fixtures.corpora) ? nil : "there are no corpora in \(Fixtures.corpora), or where WEIR_CORPORA says"
    }
}
