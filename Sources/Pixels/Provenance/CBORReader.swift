/// Reads CBOR (RFC 8949) item by item: texts, and the members and elements that a caller asks for. All others are skipped.
///
/// Each item takes at least a byte and is read once, so the work is linear in the bytes. Broken bytes end the reading.
struct CBORReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var depth = 0
    /// Whether the bytes are no CBOR. What was read before means nothing.
    private(set) var isBroken = false

    /// Assertions of encoders have about ten levels, and each takes a part of the stack.
    private static let deepest = 64
    /// Keys, labels and addresses are shorter. A longer text is as good as none.
    private static let longestText = 1024

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private enum Kind: UInt8 { case unsigned, negative, bytes, text, array, map, tag, simple }
    /// The kind of an item and its number or length; without a length, nil.
    private typealias Head = (kind: Kind, argument: UInt64?)

    /// Reads the next item, which is nil unless it is a short text in one piece.
    mutating func text() -> String? {
        guard let head = head(of: .text) else { return nil }
        let first = position
        skip(head)
        guard !isBroken, let count = head.argument, count <= UInt64(Self.longestText) else { return nil }
        return String(validating: bytes[first..<position], as: UTF8.self)
    }

    /// Reads the next item. If it is a map, `body` gets the key of each member that has a text, and reads its value.
    mutating func forEachMember(_ body: (_ key: String, _ reader: inout CBORReader) -> Void) {
        guard let head = head(of: .map) else { return }
        forEachItem(head.argument) { reader in
            guard let key = reader.text() else {
                reader.skip()
                return
            }
            body(key, &reader)
        }
    }

    /// Reads the next item. If it is an array, `body` reads each of its elements.
    mutating func forEachElement(_ body: (_ reader: inout CBORReader) -> Void) {
        guard let head = head(of: .array) else { return }
        forEachItem(head.argument, body)
    }

    /// Skips the next item.
    mutating func skip() { if let head = head() { skip(head) } }

    /// Skips the item behind its head.
    private mutating func skip(_ head: Head) {
        switch head.kind {
        case .unsigned, .negative, .simple, .tag: break
        case .bytes, .text:
            if let count = head.argument { advance(by: count) } else { forEachItem(nil) { $0.skip() } }
        case .array: forEachItem(head.argument) { $0.skip() }
        case .map:
            forEachItem(head.argument) { reader in
                reader.skip()
                reader.skip()
            }
        }
    }

    /// Calls `body` for each item of a container, or up to the break of one without a length.
    private mutating func forEachItem(_ count: UInt64?, _ body: (inout CBORReader) -> Void) {
        guard depth < Self.deepest else {
            isBroken = true
            return
        }
        depth += 1
        defer { depth -= 1 }
        guard let count else {
            while !isBroken, !takesBreak() { body(&self) }
            return
        }
        guard count <= UInt64(bytes.count - position) else {
            isBroken = true
            return
        }
        for _ in 0..<Int(count) {
            guard !isBroken else { return }
            body(&self)
        }
    }

    private mutating func takesBreak() -> Bool {
        guard position < bytes.count else {
            isBroken = true
            return true
        }
        guard bytes[position] == 0xFF else { return false }
        position += 1
        return true
    }

    private mutating func advance(by count: UInt64) {
        guard count <= UInt64(bytes.count - position) else {
            isBroken = true
            return
        }
        position += Int(count)
    }

    /// The head of the next item if it is of this kind. Another item is skipped.
    private mutating func head(of kind: Kind) -> Head? {
        guard let head = head() else { return nil }
        if head.kind == kind { return head }
        skip(head)
        return nil
    }

    /// The head of the next item, behind its tags.
    private mutating func head() -> Head? {
        while !isBroken {
            guard position < bytes.count, let kind = Kind(rawValue: bytes[position] >> 5) else { break }
            let information = bytes[position] & 31
            position += 1
            var argument: UInt64? = UInt64(information)
            switch information {
            case 24...27:
                let count = 1 << Int(information - 24)
                guard count <= bytes.count - position else {
                    isBroken = true
                    return nil
                }
                argument = bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
                position += count
            case 28...30:
                isBroken = true
                return nil
            case 31:
                guard [.bytes, .text, .array, .map].contains(kind) else {
                    isBroken = true
                    return nil
                }
                argument = nil
            default: break
            }
            if kind != .tag { return (kind, argument) }
        }
        isBroken = true
        return nil
    }
}
