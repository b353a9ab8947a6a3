/// Hashes of 122 bits, so wide that a table needs no names to compare.
///
/// A name is read as a polynomial over the field of 2^61 - 1 elements, and its value is taken at
/// two random points. Two names with the same value at a point are two polynomials that meet
/// there, which those of degree d do at d points at most, whatever the names. So of a million
/// names of 500 bytes any two are taken for one another with a probability below 10^-20; the
/// points are drawn at random, and whoever does not know them cannot choose names that meet.
public struct NameHash: Sendable {
    public struct Value: Equatable, Sendable {
        public let first: UInt64
        public let second: UInt64

        public init(first: UInt64, second: UInt64) {
            self.first = first
            self.second = second
        }
    }

    /// Where the polynomials are taken, for whoever keeps values beyond the process.
    public let points: Value

    private static let prime: UInt64 = (1 << 61) - 1
    /// What of eight bytes is surely below the prime.
    private static let wordBytes = 7
    private static let wordMask: UInt64 = (1 << 56) - 1

    public init() {
        let range = 1..<Self.prime
        points = Value(first: .random(in: range), second: .random(in: range))
    }

    /// nil where these can be no points.
    public init?(points: Value) {
        guard [points.first, points.second].allSatisfy((1..<Self.prime).contains) else { return nil }
        self.points = points
    }

    public func value(of name: UnsafeRawBufferPointer) -> Value {
        var one: UInt64 = 0
        var two: UInt64 = 0
        var place = 0
        while place &+ 8 <= name.count {
            let word = UInt64(littleEndian: name.loadUnaligned(fromByteOffset: place, as: UInt64.self)) & Self.wordMask
            one = Self.product(one &+ word, points.first)
            two = Self.product(two &+ word, points.second)
            place &+= Self.wordBytes
        }
        var last: UInt64 = 0
        for index in place..<name.count { last = last << 8 | UInt64(name[index]) }
        one = Self.product(one &+ last, points.first)
        two = Self.product(two &+ last, points.second)
        // The length tells apart names that differ in zeros at their ends.
        let length = UInt64(name.count)
        return Value(first: Self.product(one &+ length, points.first), second: Self.product(two &+ length, points.second))
    }

    /// The product in the field; what is multiplied may exceed the prime a little.
    @inline(__always)
    private static func product(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let (high, low) = left.multipliedFullWidth(by: right)
        let sum = (low & prime) &+ (low &>> 61 | high &<< 3)
        return sum >= prime ? sum &- prime : sum
    }
}
