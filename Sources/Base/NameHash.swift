/// The hash of a name in 122 bits, so wide that a table needs no names to compare.
///
/// A name is read as a polynomial over the field of 2^61 - 1 elements, and its value is taken at two points that
/// each process draws at random. Two names with the same value at a point are two polynomials that meet
/// there, which polynomials of degree d do at d points at most. So of a million names of 500 bytes any two are
/// taken for one another with a probability below 10^-20. Nobody can choose names that meet without
/// knowing the points.
public struct NameHash: Hashable, Sendable {
    let first: UInt64
    let second: UInt64

    private static let prime: UInt64 = (1 << 61) - 1
    private static let points = (first: UInt64.random(in: 1..<prime), second: UInt64.random(in: 1..<prime))
    /// As many bytes as are surely below the prime.
    private static let wordBytes = 7
    private static let wordMask: UInt64 = (1 << 56) - 1

    public init(of name: UnsafeRawBufferPointer) {
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
        // The length tells apart names that differ in zeros at their ends.
        take(UInt64(name.count))
        first = one
        second = two
    }

    /// The product in the field; the factors may exceed the prime a little.
    @inline(__always)
    private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        let sum = (low & prime) &+ (low &>> 61 | high &<< 3)
        return sum >= prime ? sum &- prime : sum
    }
}
