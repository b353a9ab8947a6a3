import Testing
import WeirRecords

@Suite struct ObjectPageTests {
    @Test func page() throws {
        let page = try #require(
            ObjectPage(
                Array(
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shop</Name><Prefix>a</Prefix><Key>not this</Key>
                    <EncodingType>url</EncodingType>
                    <Contents><Key>a/b%20c+d%2Be.jpg</Key><ETag>"e"</ETag><Size>1</Size>
                    <Owner><ID>x</ID><Key>no</Key><ETag>no</ETag><Size>9</Size></Owner></Contents>
                    <Contents><Key>a/gr%C3%B6%C3%9Fe&amp;.jpg</Key></Contents>
                    <CommonPrefixes><Prefix>a/x/</Prefix></CommonPrefixes>
                    <IsTruncated>true</IsTruncated><NextContinuationToken>t/k==</NextContinuationToken></ListBucketResult>
                    """.utf8)))
        #expect(page.keys.map { String(decoding: $0, as: UTF8.self) } == ["a/b c d+e.jpg", "a/größe&.jpg"])
        #expect(page.versions == [Array("e 1".utf8), []])
        #expect(page.isTruncated == true && page.next == "t/k==")
        #expect(page.refusal == nil)
    }

    @Test func refusal() throws {
        let page = try #require(
            ObjectPage(Array("<Error><Code>AccessDenied</Code><Message>No.</Message><Resource>/</Resource></Error>".utf8)))
        #expect(page.keys.isEmpty && page.next == nil)
        #expect(page.refusal?.code == "AccessDenied" && page.refusal?.message == "No.")
        #expect(page.refusalText == "AccessDenied: No.")
    }

    @Test func refusalWithoutSentence() throws {
        let page = try #require(ObjectPage(Array("<Error><Code>SignatureDoesNotMatch</Code><Message></Message></Error>".utf8)))
        #expect(page.refusalText == "SignatureDoesNotMatch")
    }

    /// A store that does not know the escapes gives keys as they are. A name behind the last page is none.
    @Test func withoutEscapes() throws {
        let page = try #require(
            ObjectPage(
                Array(
                    """
                    <ListBucketResult><IsTruncated>false</IsTruncated><NextContinuationToken>t</NextContinuationToken>
                    <Contents><Key>a/b+c%20d.jpg</Key></Contents></ListBucketResult>
                    """.utf8)))
        #expect(page.keys == [Array("a/b+c%20d.jpg".utf8)])
        #expect(page.isTruncated == false && page.next == nil)
    }

    @Test(arguments: [
        "", "no XML", "<a>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<html><body>Bad Gateway</body></html>",
        "<a><ListBucketResult></ListBucketResult></a>",
    ])
    func noPage(document: String) { #expect(ObjectPage(Array(document.utf8)) == nil) }

    /// The version of an object, by its tag and its length.
    @Test(arguments: [
        ("\"a\"", "5", "a 5"), ("a", "5", "a 5"), ("W/\"a\"", "5", "a 5"), ("W/a", "5", "W/a 5"), ("", "5", ""), ("\"\"", "5", ""),
        ("\"a\"", "", ""),
    ])
    func versions(etag: String, size: String, version: String) {
        #expect(ObjectPage.version(etag: Array(etag.utf8), size: Array(size.utf8)) == Array(version.utf8))
    }
}
