import Base
import System

/// The weir.json of manifests for which the command line names none: the nearest one from the folder of the manifest up to the
/// root of its Git repository. Outside of a repository only the manifest's own folder counts, since the folders above it may
/// be those of other users. Throws if the manifests have several.
func foundConfiguration(of manifests: [[UInt8]]) throws(MachineFailure) -> [UInt8]? {
    var found: [UInt8]?
    for manifest in manifests {
        guard let path = configuration(above: folder(of: withoutEndSlashes(manifest))) else { continue }
        guard let first = found, !isSamePlace(first, path) else {
            found = path
            continue
        }
        throw .input(
            """
            \(Argument(first).shown) and \(Argument(path).shown) belong to manifests of one run; --config FILE says \
            which one holds
            """)
    }
    return found
}

private func configuration(above start: [UInt8]) -> [UInt8]? {
    guard let real = realPath(start) else { return nil }
    var folders: [[UInt8]] = [real]
    while let last = folders.last, !exists(".git", in: last) {
        guard last != Array("/".utf8) else {
            folders.removeSubrange(1...)
            break
        }
        folders.append(folder(of: last))
    }
    guard let nearest = folders.first(where: { exists("weir.json", in: $0) }) else { return nil }
    // The path as it would be typed, where it can be.
    return joined(nearest == real ? start : nearest, Array("weir.json".utf8))
}

/// A link to a file that is gone exists too, so that it is told and not passed over.
private func exists(_ name: String, in folder: [UInt8]) -> Bool { ownStatus(joined(folder, Array(name.utf8))) != nil }
