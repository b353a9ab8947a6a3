import Checks
import Testing

@Suite struct TextPatternTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("*", "", true), ("*", "a/b", true), ("a", "a", true), ("a", "A", false),
        ("a*", "abc", true), ("*c", "abc", true), ("*b", "abc", false), ("a*c", "ac", true), ("a*b*c", "a-b-b-c", true),
        ("a*b*c", "a-c", false), ("?", "ü", true), ("?", "üü", false), ("??", "日本", true), ("a?c", "ac", false),
        ("*.json", "pages/1.json", true), ("**", "x", true), ("*?", "", false), ("[a]", "[a]", true),
        // Each star may have to give way many times.
        ("*a*a*a*a*b", String(repeating: "a", count: 200), false),
    ])
    func matching(pattern: String, text: String, isMatched: Bool) {
        #expect(TextPattern(pattern).matches(text) == isMatched)
    }
}
