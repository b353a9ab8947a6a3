import Testing
import WeirBase

@Suite struct NearestNameTests {
    private static let names = ["files-from", "null", "recursive", "format", "max-pixels", "help"]

    @Test(arguments: [
        ("recusive", "recursive"), ("recurisve", "recursive"), ("recursives", "recursive"), ("Recursive", "recursive"),
        ("recursion", "recursive"), ("rec", "recursive"), ("file", "files-from"), ("from-files", nil),
        ("maxpixels", "max-pixels"), ("max_pixels", "max-pixels"), ("hlep", "help"), ("foramt", "format"),
        ("FORMAT", "format"), ("Max-Pixel", "max-pixels"),
        ("nil", nil), ("nulls", "null"), ("verbose", nil), ("", nil), ("x", nil), ("f", nil),
    ])
    func namesWhatWasMeant(typed: String, meant: String?) {
        #expect(nearestName(to: typed, among: Self.names) == meant)
    }

    @Test(arguments: [
        ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "ab", 1),
        ("abc", "xabc", 1), ("ab", "ba", 1), ("abcd", "badc", 2), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
    func countsSlips(a: String, b: String, count: Int) {
        #expect(slips(from: Array(a.utf8), to: Array(b.utf8)) == count)
        #expect(slips(from: Array(b.utf8), to: Array(a.utf8)) == count)
    }
}
