import Testing
import WeirRecords

@Suite struct ObjectPageTests {
    @Test func page() throws {
        let page = try #require(ObjectPage(Array("""
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shop</Name><Prefix>a</Prefix><Key>not this</Key>
            <Contents><Key>a/b%20c+d%2Be.jpg</Key><Size>1</Size><Owner><ID>x</ID></Owner></Contents>
            <Contents><Key>a/gr%C3%B6%C3%9Fe&amp;.jpg</Key></Contents>
            <CommonPrefixes><Prefix>a/x/</Prefix></CommonPrefixes>
            <IsTruncated>true</IsTruncated><NextContinuationToken>t/k==</NextContinuationToken></ListBucketResult>
            """.utf8)))
        #expect(page.keys.map { String(decoding: $0, as: UTF8.self) } == ["a/b c d+e.jpg", "a/größe&.jpg"])
        #expect(page.next == "t/k==")
        #expect(page.refusal == nil)
    }

    @Test func refusal() throws {
        let page = try #require(ObjectPage(Array("<Error><Code>AccessDenied</Code><Message>No.</Message><Resource>/</Resource></Error>".utf8)))
        #expect(page.keys.isEmpty && page.next == nil)
        #expect(page.refusal?.code == "AccessDenied" && page.refusal?.message == "No.")
        #expect(page.refusalText == "AccessDenied: No.")
    }

    @Test func refusalWithoutSentence() throws {
        let page = try #require(ObjectPage(Array("<Error><Code>SignatureDoesNotMatch</Code><Message></Message></Error>".utf8)))
        #expect(page.refusalText == "SignatureDoesNotMatch")
    }

    @Test(arguments: ["", "no XML", "<a>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"])
    func notXML(document: String) { #expect(ObjectPage(Array(document.utf8)) == nil) }
}
