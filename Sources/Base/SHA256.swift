/// The SHA-256 hash (FIPS 180-4) of bytes that come in pieces. Why it is written here and not
/// taken from libcrypto: docs/decisions/0004-sha256-by-hand.md.
public struct SHA256: Sendable {
    private var state = Words(
        a: 0x6a09_e667, b: 0xbb67_ae85, c: 0x3c6e_f372, d: 0xa54f_f53a,
        e: 0x510e_527f, f: 0x9b05_688c, g: 0x1f83_d9ab, h: 0x5be0_cd19)
    /// The beginning of a block that is not complete yet.
    private var pending: [UInt8] = []
    private var count: UInt64 = 0

    private static let blockBytes = 64

    public init() {}

    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        var rest = bytes[...]
        if !pending.isEmpty {
            let taken = rest.prefix(Self.blockBytes - pending.count)
            pending.append(contentsOf: taken)
            rest = rest.dropFirst(taken.count)
            guard pending.count == Self.blockBytes else { return }
            pending.withUnsafeBytes { state.add(blocks: $0) }
            pending.removeAll(keepingCapacity: true)
        }
        let whole = rest.prefix(rest.count / Self.blockBytes * Self.blockBytes)
        state.add(blocks: UnsafeRawBufferPointer(rebasing: whole))
        pending.append(contentsOf: rest.dropFirst(whole.count))
    }

    /// The hash of all bytes so far, in 64 hexadecimal digits.
    public var hexDigest: String {
        var padded = pending
        // 5.1.1: a bit, zeros up to eight bytes before the end of a block, the length in bits.
        padded.append(0x80)
        let length = Self.blockBytes - 8
        let zeros = (length - padded.count % Self.blockBytes + Self.blockBytes) % Self.blockBytes
        padded.append(contentsOf: repeatElement(0, count: zeros))
        withUnsafeBytes(of: (count &* 8).bigEndian) { padded.append(contentsOf: $0) }
        var last = state
        padded.withUnsafeBytes { last.add(blocks: $0) }
        var digits = ByteBuffer(capacity: Self.blockBytes)
        for word in [last.a, last.b, last.c, last.d, last.e, last.f, last.g, last.h] {
            withUnsafeBytes(of: word.bigEndian) { for byte in $0 { digits.append(hex: byte) } }
        }
        return digits.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

/// The eight words that a block is mixed into (6.2).
private struct Words {
    var a, b, c, d, e, f, g, h: UInt32

    mutating func add(blocks: UnsafeRawBufferPointer) {
        roundConstants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for start in stride(from: 0, to: blocks.count, by: 64) {
                    Self.expand(UnsafeRawBufferPointer(rebasing: blocks[start..<start + 64]), into: schedule)
                    mix(schedule, constants)
                }
            }
        }
    }

    /// 6.2.2, step 1: sixteen words become sixty-four.
    private static func expand(_ block: UnsafeRawBufferPointer, into schedule: UnsafeMutableBufferPointer<UInt32>) {
        for index in 0..<16 {
            schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let early = schedule[index - 15]
            let late = schedule[index - 2]
            let mixed = (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3)
                &+ (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10)
            schedule[index] = schedule[index - 16] &+ schedule[index - 7] &+ mixed
        }
    }

    /// 6.2.2, steps 2 to 4.
    private mutating func mix(
        _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
        var now = self
        for index in 0..<64 {
            let choice = now.e & now.f ^ ~now.e & now.g
            let majority = now.a & now.b ^ now.a & now.c ^ now.b & now.c
            let first = now.h &+ (rotated(now.e, 6) ^ rotated(now.e, 11) ^ rotated(now.e, 25)) &+ choice
                &+ constants[index] &+ schedule[index]
            let second = (rotated(now.a, 2) ^ rotated(now.a, 13) ^ rotated(now.a, 22)) &+ majority
            now = Words(
                a: first &+ second, b: now.a, c: now.b, d: now.c, e: now.d &+ first, f: now.e, g: now.f, h: now.g)
        }
        self = Words(
            a: a &+ now.a, b: b &+ now.b, c: c &+ now.c, d: d &+ now.d,
            e: e &+ now.e, f: f &+ now.f, g: g &+ now.g, h: h &+ now.h)
    }
}

@inline(__always)
private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

/// 4.2.2: the cube roots of the first sixty-four primes, behind the point.
private let roundConstants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]
