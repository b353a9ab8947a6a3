import Foundation
import TestSupport

/// The disk, and the files that it keeps when the power goes.
///
/// Of a file, each sector that was written over since the file was synced has its old or its new bytes. Of the bytes that were appended
/// the first are there, and the rest are missing or zeros. Of the changes of names since their folder was synced, the first ones have
/// happened. Chance says how many. What is on the disk when a night begins stays.
final class Disk {
    private enum Change {
        case adds(String, Int)
        case removes(String)
        case moves(String, String)

        var folders: [String] {
            switch self {
            case .adds(let path, _), .removes(let path): [folder(of: path)]
            case .moves(let from, let to): [folder(of: from), folder(of: to)]
            }
        }
    }

    private let root: String
    private var names: [String: Int] = [:]
    private var folders: Set<String> = ["."]
    private var changes: [Change] = []
    /// The content of each file when it was synced, and of a file that lost its name at that time.
    private var synced: [Int: [UInt8]] = [:]
    private var lost: [Int: [UInt8]] = [:]
    private var files: [Int64: Int] = [:]
    private var lastFile = 0

    private static let sector = 512

    /// Everything that is there is on the disk.
    init(_ root: String) {
        self.root = root
        for path in Disk.paths(in: root) {
            var status = stat()
            guard lstat("\(root)/\(path)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                folders.insert(path)
                continue
            }
            let file = file(Int64(status.st_ino), isNew: true)
            names[path] = file
            synced[file] = Disk.content("\(root)/\(path)")
        }
    }

    private func file(_ number: Int64, isNew: Bool = false) -> Int {
        if !isNew, let file = files[number] { return file }
        lastFile += 1
        files[number] = lastFile
        return lastFile
    }

    /// Takes notice of a call before it is made, or of a file that was opened.
    func note(_ question: Question, process: Int64) {
        let paths = question.text.split(separator: "\n").map(String.init)
        switch question.kind {
        case .opened:
            if question.other == -1 {
                _ = file(question.number, isNew: true)
            } else if current[paths[0]] != files[question.number] || files[question.number] == nil {
                changes.append(.adds(paths[0], file(question.number, isNew: true)))
            }
        case .links: if paths.count == 2 { changes.append(.adds(paths[1], file(question.number))) }
        case .removes:
            keepContent(of: paths[0])
            changes.append(.removes(paths[0]))
        case .renames:
            keepContent(of: paths[1])
            changes.append(.moves(paths[0], paths[1]))
        case .makesFolder: folders.insert(paths[0])
        case .syncs:
            if folders.contains(question.text) {
                settle { $0.folders.contains(question.text) }
            } else {
                synced[file(question.number)] = Disk.content("/proc/\(process)/fd/\(question.other)")
            }
        case .syncsAll:
            settle { _ in true }
            for (path, file) in names { synced[file] = Disk.content("\(root)/\(path)") }
        default: break
        }
    }

    /// The names as the program sees them.
    private var current: [String: Int] { applying(changes[...], to: names) }

    private func keepContent(of path: String) { if let file = current[path] { lost[file] = Disk.content("\(root)/\(path)") } }

    private func settle(_ isMeant: (Change) -> Bool) {
        // Later changes of the same names need the earlier ones.
        guard let last = changes.lastIndex(where: isMeant) else { return }
        names = applying(changes[...last], to: names)
        changes.removeFirst(last + 1)
    }

    private func applying(_ changes: ArraySlice<Change>, to names: [String: Int]) -> [String: Int] {
        var names = names
        for change in changes {
            switch change {
            case .adds(let path, let file): names[path] = file
            case .removes(let path): names[path] = nil
            case .moves(let from, let to): if let file = names.removeValue(forKey: from) { names[to] = file }
            }
        }
        return names
    }

    /// Leaves in the folder what the disk has kept.
    func cutPower(_ draw: Draw, night: Int) {
        let now = current
        let kept = applying(changes.prefix(Int(draw(.names, night) % UInt64(changes.count + 1))), to: names)
        var contents: [String: [UInt8]] = [:]
        for (name, file) in kept {
            let path = now.first { $0.value == file }?.key
            let content = content(
                of: file, from: synced[file] ?? [], to: path.map { Disk.content("\(root)/\($0)") } ?? lost[file] ?? [], draw, night)
            // SQLite's index is mapped, so it has its length, and whole pages of memory.
            let page = name.hasSuffix("-shm") ? 4096 : 1
            contents[name] = content + [UInt8](repeating: 0, count: (page - content.count % page) % page)
        }
        for path in Disk.paths(in: root) where !folders.contains(path) { unlink("\(root)/\(path)") }
        // A folder that the program has removed is there again with its files.
        for path in contents.keys {
            try! FileManager.default.createDirectory(atPath: "\(root)/\(folder(of: path))", withIntermediateDirectories: true)
        }
        for (path, content) in contents { try! Data(content).write(to: URL(fileURLWithPath: "\(root)/\(path)")) }
        for path in contents.keys where path.hasPrefix(".weir-journal") { chmod("\(root)/\(path)", 0o600) }
    }

    private func content(of file: Int, from old: [UInt8], to new: [UInt8], _ draw: Draw, _ night: Int) -> [UInt8] {
        if old == new { return new }
        var content = Array(old.prefix(new.count))
        for start in stride(from: 0, to: content.count, by: Disk.sector) where draw(.sector, night, file, start) % 2 == 0 {
            let end = min(start + Disk.sector, content.count)
            content.replaceSubrange(start..<end, with: new[start..<end])
        }
        let appended = new.count - content.count
        guard appended > 0 else { return draw(.sector, night, file, -1) % 2 == 0 ? content : old }
        let sectors = (appended + Disk.sector - 1) / Disk.sector
        let kept = min(appended, Int(draw(.sector, night, file, -2) % UInt64(sectors + 1)) * Disk.sector)
        content += new[content.count..<content.count + kept]
        if draw(.sector, night, file, -1) % 2 == 0 { content += [UInt8](repeating: 0, count: appended - kept) }
        return content
    }

    private static func paths(in root: String) -> [String] {
        (FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []).sorted()
    }

    private static func content(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_size > 0 else { return [] }
        var content = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = content.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        return Array(content.prefix(max(0, count)))
    }
}

private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}
