/// A hash of a name in 122 bits. Tables compare hashes only and keep no names.
///
/// A name is a polynomial over the field of 2^61 - 1 elements. The hash is the value of this polynomial at
/// two points, which each process draws at random. Two different polynomials of degree d are equal at d
/// points at most. So among a million names of 500 bytes, the probability of any collision is below 10^-20.
/// An attacker who does not know the points cannot construct a collision.
package struct NameHash: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    private static let prime: UInt64 = (1 << 61) - 1
    private static let points = (first: UInt64.random(in: 1..<prime), second: UInt64.random(in: 1..<prime))
    /// The largest number of bytes whose value is always below the prime.
    private static let wordBytes = 7
    private static let wordMask: UInt64 = (1 << 56) - 1

    /// A process gives equal names equal hashes. Another process gives other ones.
    package init(of name: UnsafeRawBufferPointer) {
        let points = Self.points
        var one: UInt64 = 0
        var two: UInt64 = 0
        func take(_ word: UInt64) {
            one = Self.product(one &+ word, points.first)
            two = Self.product(two &+ word, points.second)
        }
        var place = 0
        while place &+ 8 <= name.count {
            take(UInt64(littleEndian: name.loadUnaligned(fromByteOffset: place, as: UInt64.self)) & Self.wordMask)
            place &+= Self.wordBytes
        }
        var last: UInt64 = 0
        for index in place..<name.count { last = last << 8 | UInt64(name[index]) }
        take(last)
        // The length distinguishes names that differ only in zeros at the end.
        take(UInt64(name.count))
        first = one
        second = two
    }

    /// The product in the field. The factors may be slightly larger than the prime.
    @inline(__always)
    private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        let sum = (low & prime) &+ (low &>> 61 | high &<< 3)
        return sum >= prime ? sum &- prime : sum
    }
}
