import TestSupport
import Testing
import WeirBase

@Suite struct GlobPatternTests {
    private static let rows: [(pattern: String, matching: [String], others: [String])] = [
        ("a.jpg", ["a.jpg", "b/a.jpg"], ["aXjpg", "a.jpgs", "A.JPG", ""]),
        ("*.jpg", ["a.jpg", ".jpg", "b/c/a.b.jpg"], ["a.jpeg", "a.jpg/b"]),
        ("*", ["a", "a/b"], []),
        ("**", ["a", "a/b"], []),
        ("a*b*c", ["abc", "aXbYc", "abbcc"], ["ab", "acb", "abcd"]),
        ("?.jpg", ["a.jpg", "é.jpg", "靴.jpg"], ["ab.jpg", ".jpg"]),
        ("[ab]?", ["ax", "b靴"], ["cx", "a"]),
        ("[a-c0-9]", ["b", "5"], ["d", "-", "é"]),
        ("[!a-c]", ["d", "é", "-"], ["a", ""]),
        ("[]x]", ["]", "x"], ["[", ""]),
        ("[a-]", ["a", "-"], ["b"]),
        ("\\*\\!", ["*!"], ["x!"]),
        ("a/b", ["a/b"], ["x/a/b", "a/b/c", "b"]),
        ("/a", ["a"], ["b/a"]),
        ("a/*", ["a/b", "a/"], ["a/b/c", "a"]),
        ("a/**", ["a/b", "a/b/c", "a/"], ["a", "ab/c", "x/a/b"]),
        ("**/a", ["a", "x/a", "x/y/a"], ["xa", "x/ya", "a/x"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "a/x/yb", "xa/b"]),
        ("**/a/**", ["a/b", "x/a/b/c"], ["xa/b", "a"]),
        ("a**b", ["aXb", "x/ab"], ["a/b"]),
        ("**/**/**/a", ["a", "x/y/a"], ["b"]),
        ("a/?/b", ["a/x/b"], ["a//b", "a/xy/b"]),
    ]

    @Test(arguments: rows)
    func table(pattern: String, matching: [String], others: [String]) throws {
        let glob = try GlobPattern(pattern.utf8)
        for path in matching { #expect(glob.matches(Array(path.utf8)), "\(pattern) and \(path)") }
        for path in others { #expect(!glob.matches(Array(path.utf8)), "\(pattern) and \(path)") }
    }

    @Test(arguments: [
        ("", "the pattern is empty"), ("a/", "it ends with a slash"), ("{a,b}", "braces are not read"), ("[a", "a [ has no ]"),
        ("[]", "a [ has no ]"), ("[z-a]", "a range that ends before"), ("[é]", "ASCII"), ("[a/b]", "without the slash"),
        ("a\\", "the last backslash"),
    ])
    func refused(pattern: String, words: String) {
        do throws(Objection) {
            _ = try GlobPattern(pattern.utf8)
            Issue.record("\(pattern) is read")
        } catch {
            #expect(error.message.contains(words), "\(error.message)")
        }
    }

    /// A matcher that tries each way would not end.
    @Test(arguments: [String(repeating: "*a", count: 40) + "b", String(repeating: "**/a*/", count: 40) + "b"])
    func hostilePatterns(pattern: String) throws {
        let glob = try GlobPattern(pattern.utf8)
        #expect(!glob.matches(Array(repeating: UInt8(ascii: "a"), count: 4000)))
        #expect(!glob.matches(Array(String(repeating: "a/", count: 2000).utf8)))
    }

    private func choice(_ globs: [String], _ path: String) throws -> Bool {
        var filter = PathFilter()
        for glob in globs { try filter.add(Array(glob.utf8)) }
        return filter.chooses(Array(path.utf8)[...])
    }

    @Test(arguments: [
        ([], "a.jpg", true), (["*.jpg"], "a.jpg", true), (["*.jpg"], "a.png", false), (["!*.jpg"], "a.jpg", false),
        (["!*.jpg"], "a.png", true), (["!*.jpg", "a.jpg"], "a.jpg", true), (["a.jpg", "!*.jpg"], "a.jpg", false),
        (["\\!a"], "!a", true), (["!!a"], "!a", false),
    ])
    func theLastMatchDecides(globs: [String], path: String, isChosen: Bool) throws {
        #expect(try choice(globs, path) == isChosen)
    }
}
