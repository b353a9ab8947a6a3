import Testing

@testable import WeirBase

/// Different names have different hashes.
@Suite struct NameHashTests {
    private func hashed(_ name: [UInt8]) -> NameHash { name.withUnsafeBytes { NameHash(of: $0) } }

    /// Similar names of all lengths have different hashes.
    @Test func namesThatAreAlike() {
        var names: Set<[UInt8]> = [[]]
        for length in 1...80 {
            for byte: UInt8 in [0, 1, 0x61, 0xFF] {
                let name = [UInt8](repeating: byte, count: length)
                names.insert(name)
                for index in name.indices {
                    var other = name
                    other[index] ^= 1
                    names.insert(other)
                }
            }
        }
        let hashes = Set(names.map { [hashed($0).first, hashed($0).second] })
        #expect(hashes.count == names.count && names.count > 10_000)
    }

    /// Each half of the hash alone distinguishes a hundred thousand names.
    @Test func halves() {
        let hashes = (0..<100_000).map { hashed(Array("https://shop.example/\($0).jpg".utf8)) }
        #expect(Set(hashes.map(\.first)).count == hashes.count)
        #expect(Set(hashes.map(\.second)).count == hashes.count)
    }
}
