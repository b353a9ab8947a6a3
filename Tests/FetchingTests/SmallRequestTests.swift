import Testing

@testable import Fetching

@Suite struct SmallRequestTests {
    /// Words of 16 bytes or more that the query or the lines have are secrets. The rest of the URL is none.
    @Test(arguments: [
        ("http://h/p?t=0123456789abcdef", "", "no 0123456789abcdef!", "no …!"),
        ("http://h/p?t=0123456789abcde", "", "no 0123456789abcde!", "no 0123456789abcde!"),
        ("http://h/p?0123456789abcdef&b=ghijklmnopqrstuv", "", "0123456789abcdef&ghijklmnopqrstuv", "…&…"),
        ("http://h/0123456789abcdef?x=1", "", "http://h/0123456789abcdef", "http://h/0123456789abcdef"),
        ("http://h/0123456789abcdef", "", "http://h/0123456789abcdef", "http://h/0123456789abcdef"),
        ("http://h/p?t=0123456789%2Babcdef", "", "0123456789+abcdef is 0123456789%2Babcdef", "… is …"),
        ("http://h/p?t=0123456789%2zabcdef", "", "0123456789%2zabcdef", "…"),
        ("http://h/p?t=0123456789%2Babcd", "", "0123456789+abcd is 0123456789%2Babcd", "0123456789+abcd is …"),
        ("http://h/p", "Token: 0123456789abcdef", "0123456789abcdef", "…"),
        ("http://h/p", "Token:0123456789abcdef;a,ghijklmnopqrstuv=b", "0123456789abcdef;a,ghijklmnopqrstuv=b", "…;a,…=b"),
        ("http://h/p", "A: B", "A: B", "A: B"),
    ])
    func secrets(url: String, line: String, text: String, shown: String) {
        var request = SmallRequest(url)
        request.lines = [line]
        #expect(request.hidingSecrets(in: text) == shown)
    }
}
