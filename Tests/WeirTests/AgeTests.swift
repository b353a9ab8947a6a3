import Testing

@testable import weir

/// The values of options that are ages.
@Suite struct AgeTests {
    @Test(
        arguments: [
            ("0", 0), ("1ms", 1), ("500ms", 1), ("1001ms", 2), ("15s", 15), ("10m", 600), ("24h", 86_400), ("365d", 31_536_000),
            ("0s", 0),
        ] as [(String, Int64)])
    func seconds(text: String, seconds: Int64) throws {
        #expect(try Argument(text).age() == seconds)
    }

    @Test(arguments: ["", "1", "h", "-1h", "1.5h", "1 h", "9999999999999999999h", "99999999999999d", "1H"])
    func mistakes(text: String) {
        #expect(throws: UsageError.self) { try Argument(text).age() }
    }
}
