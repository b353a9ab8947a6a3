import TestSupport
import Testing
import WeirRecords

/// A catalogue is read the same way however it is cut into pieces.
@Suite struct CatalogueSplitTests {
    static let mark: Bytes = [0xEF, 0xBB, 0xBF]

    static let tables: [CatalogueCase] =
        DelimitedRowTests.sound + DelimitedRowTests.broken + DelimitedRowTests.kept + DelimitedQuotingTests.sound
        + DelimitedQuotingTests.broken + DelimitedHeaderTests.sound + DelimitedHeaderTests.failures
        + [
            CatalogueCase(
                mark + "w,h,img,price\r\n200,275,\"pictures/\"\"1\"\".jpg\",¥169\r\n"
                    + "\"1\",2,\"a\nb,\",\"€1,50\"\r\nx\"y,z\r\n,,,\r\n1,2,c,3",
                kept: ["h"])
        ]

    static let lists: [CatalogueCase] =
        JSONRowTests.sound + JSONRowTests.prices + JSONRowTests.kept + JSONRowTests.broken + JSONRecoveryTests.between
        + JSONRecoveryTests.ends + JSONRecoveryTests.unbalanced + JSONRecoveryTests.lines
        + [
            CatalogueCase(
                mark + "[{\"w\":200,\"h\":275,\"img\":\"é\\u00e9\\ud83d\\ude00\",\"price\":1e3},\n"
                    + "{\"img\":\"\\ud800\",\"price\":1},{\"img\":\"c\",\"price\":\"}\"}]",
                kept: ["w"])
        ]

    @Test(arguments: tables) func everyCutOfATable(_ test: CatalogueCase) {
        checkCuts(of: test, as: .csv)
    }

    @Test(arguments: lists) func everyCutOfJSON(_ test: CatalogueCase) {
        checkCuts(of: test, as: .json)
        checkCuts(of: test, as: .jsonLines)
    }

    @Test(arguments: CopyTests.rows + CopyTests.failures) func everyCutOfCopy(_ test: CatalogueCase) { checkCuts(of: test, as: .copy) }

    @Test(arguments: NestedJSONTests.rows + NestedJSONTests.failures) func everyCutOfNestedJSON(_ test: CatalogueCase) {
        checkCuts(of: test, as: .nested)
    }

    @Test(arguments: PointerTests.rows) func everyCutOfPointers(_ test: PointerTests.Case) {
        let whole = read(test.catalogue, as: .json, columns: PointerTests.columns)
        for cut in 0...test.catalogue.count {
            #expect(read(test.catalogue, as: .json, cutAt: [cut], columns: PointerTests.columns) == whole, "cut at \(cut)")
        }
    }

    private func checkCuts(of test: CatalogueCase, as format: TextFormat) {
        let count = test.catalogue.count
        let whole = read(test.catalogue, as: format, columns: test.columns)
        for cut in 0...count {
            let cuts = read(test.catalogue, as: format, cutAt: [cut], columns: test.columns)
            #expect(cuts == whole, "cut at \(cut)")
        }
        #expect(read(test.catalogue, as: format, cutAt: Array(0...count), columns: test.columns) == whole, "byte by byte")
    }
}
