import TestSupport
import Testing
import WeirRecords

/// Product feeds of Google's merchants, RSS 2.0 and Atom.
@Suite struct FeedTests {
    private static let google = "xmlns:g=\"http://base.google.com/ns/1.0\""

    private func read(_ feed: Bytes, cutAt cuts: [Int] = [], columns: RowColumns) -> CatalogueReading {
        RecordsTests.read(
            feed, with: RowReader(.feed, columns: columns.ofFeed), cutAt: cuts, kept: columns.kept.count)
    }

    static let cases: [CatalogueCase] = [
        CatalogueCase(
            Bytes(
                """
                <?xml version="1.0"?>
                <rss version="2.0" \(google)><channel><title>Shop</title><link>https://s.example</link>
                <item>
                  <g:id>A&amp;1 &lt;x&gt;</g:id><title>no</title><g:image_link>
                    https://s.example/1.jpg
                  </g:image_link><g:price>1.00 EUR</g:price>
                  <g:shipping><g:country>DE</g:country><g:price>4.00 EUR</g:price></g:shipping>
                  <g:additional_image_link>https://s.example/2.jpg</g:additional_image_link>
                </item>
                <item><g:id/><g:image_link><![CDATA[a&b.jpg]]></g:image_link><g:image_link>second.jpg</g:image_link></item>
                <item><g:id>no</g:id></item>
                </channel></rss>
                """),
            rows: ["https://s.example/1.jpg 1.00 EUR A&1 <x>", "a&b.jpg  "],
            complaints: ["11:1 the row has no picture (image_link)"], kept: ["g:id"]),
        CatalogueCase(
            Bytes(
                """
                <feed xmlns="http://www.w3.org/2005/Atom" \(google.replacing("xmlns:g", with: "xmlns:x"))><id>tag:shop</id>
                <entry><x:id>7</x:id><id>tag:7</id><x:image_link>a.jpg</x:image_link><x:price>1</x:price></entry>
                <entry><id>tag:8</id><x:id>8</x:id><x:image_link>b.jpg</x:image_link></entry>
                <entry><id>tag:9</id><x:image_link>c.jpg</x:image_link></entry></feed>
                """),
            rows: ["a.jpg 1 7", "b.jpg  8", "c.jpg  tag:9"], kept: ["id"]),
        CatalogueCase("<rss version='2.0'><channel/></rss>", kept: ["id"]),
        // Elements of other namespaces are no items.
        CatalogueCase(
            Bytes("<rss xmlns:x='x' \(google)><channel><x:item/><g:item/><item><image_link>a</image_link></item></channel></rss>"),
            rows: ["a  -"], kept: ["id"]),
        CatalogueCase(
            "<!DOCTYPE rss SYSTEM 'a.dtd'><rss><channel><item><id>&a;&b;</id></item>"
                + "<item><image_link>a</image_link></item></channel></rss>",
            rows: ["a  -"], complaints: ["1:54 the item has an entity that is not declared"], kept: ["id"]),
        CatalogueCase("<plist/>", failure: "1:1 a feed begins with <rss> or with <feed> of Atom, this XML with <plist>", kept: ["id"]),
        CatalogueCase("\n<plist/>", failure: "2:1 a feed begins with <rss> or with <feed> of Atom, this XML with <plist>", kept: ["id"]),
        CatalogueCase("", failure: "1:1 the XML is broken: no element found", kept: ["id"]),
        CatalogueCase("<rss><channel><item>", failure: "1:21 the catalogue ends inside an item", kept: ["id"]),
        CatalogueCase("<rss><channel><item><id>1</i", failure: "1:26 the catalogue ends inside an item", kept: ["id"]),
        CatalogueCase(
            "<rss><channel><item/>", complaints: ["1:15 the row has no picture (image_link)"],
            failure: "1:22 the catalogue ends inside the feed", kept: ["id"]),
        CatalogueCase("<rss><channel></item>", failure: "1:17 the XML is broken: mismatched tag", kept: ["id"]),
        CatalogueCase(
            "<!DOCTYPE rss [<!ENTITY a 'b'>]><rss/>",
            failure: "1:15 the document type has declarations of its own, which no feed needs", kept: ["id"]),
    ]

    @Test(arguments: cases) func isRead(_ test: CatalogueCase) {
        for cut in 0..<max(1, test.catalogue.count) {
            let reading = read(test.catalogue, cutAt: cut == 0 ? [] : [cut], columns: RowColumns(kept: test.columns.kept))
            #expect(test.difference(from: reading) == nil, "cut at \(cut)")
        }
    }

    /// An item has a bound as a dictionary has, and the next one is read.
    @Test func aLongItem() {
        let long = Bytes(repeating: Bytes("<g:link>x</g:link>"), count: RecordLimits.recordBytes / 16)
        let feed =
            Bytes("<rss \(Self.google)><channel><item><g:image_link>a</g:image_link>") + long
            + Bytes("</item><item><g:image_link>b</g:image_link></item></channel></rss>")
        let reading = read(feed, columns: RowColumns())
        #expect(reading.texts == ["b "])
        #expect(
            reading.complaints.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
                "the item is longer than \(RecordLimits.recordBytes) bytes"
            ])
    }

    /// The end of an item may begin as many bytes behind its beginning as a record may have.
    @Test(arguments: [(0, true), (1, false)]) func theLongestItem(_ extra: Int, _ isRead: Bool) {
        let item = "<item><g:image_link>a</g:image_link>"
        let feed =
            Bytes("<rss \(Self.google)><channel>\(item)")
            + Bytes(repeating: Bytes(" "), count: RecordLimits.recordBytes - item.utf8.count + extra)
            + Bytes("</item></channel></rss>")
        #expect(read(feed, columns: RowColumns()).texts == (isRead ? ["a "] : []))
    }

    /// The table of the same products has spaces in its header.
    @Test func spacedHeader() {
        let reading = RecordsTests.read(
            "id\timage link\tprice\n7\ta.jpg\t1 EUR\n", as: .tsv, columns: RowColumns(img: "image_link", kept: ["id"]))
        #expect(reading.texts == ["a.jpg 1 EUR 7"])
    }

    /// Google's feeds repeat the element of further pictures.
    @Test func furtherPictures() {
        let feed = Bytes(
            """
            <rss \(Self.google)><channel><item><g:additional_image_link>b</g:additional_image_link><g:image_link>a</g:image_link>
            <g:additional_image_link> //h/c </g:additional_image_link><additional_image_link>b</additional_image_link></item>
            <item><g:image_link>d</g:image_link><g:image_link>e</g:image_link></item></channel></rss>
            """)
        #expect(read(feed, columns: RowColumns(images: "g:additional_image_link")).texts == ["a+b+https://h/c ", "d "])
        #expect(read(feed, columns: RowColumns()).texts == ["a ", "d "])
    }
}
