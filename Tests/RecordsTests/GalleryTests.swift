import TestSupport
import Testing
import WeirRecords

/// Rows with several pictures. `+` joins the names of a row.
@Suite struct GalleryTests {
    struct Case: Sendable, CustomStringConvertible {
        let format: TextFormat
        let columns: RowColumns
        let catalogue: String
        var rows: [String] = []
        var complaints: [String] = []
        var failure: String?
        var description: String { "\(format) \(catalogue.debugDescription)" }

        init(
            _ format: TextFormat, _ catalogue: String, images: String? = nil, img: String = "img", separator: Character? = nil,
            kept: [String] = [],
            rows: [String] = [], complaints: [String] = [], failure: String? = nil
        ) {
            self.format = format
            self.catalogue = catalogue
            columns = RowColumns(img: img, kept: kept, images: images, separator: separator?.asciiValue)
            (self.rows, self.complaints, self.failure) = (rows, complaints, failure)
        }
    }

    static let json: [Case] = [
        Case(
            .json, #"[{"img":["a"]},{"img":["a","b","c"]},{"img":[]},{"img":[null,"b",""]},{"img":"d"}]"#,
            rows: ["a ", "a+b+c ", "b ", "d "], complaints: ["1:45 the row has no picture (img)"]),
        Case(.jsonLines, #"{"img":[ "\/\/h\/a" , " b\u00e9 ","b\u00e9","//h/a"],"price":1}"#, rows: ["https://h/a+bé 1"]),
        Case(
            .json, #"[{"img":"a","images":["b","c","a"]},{"img":"a","images":null},{"img":"a"},{"img":"a","images":"b"},{"images":["b"]}]"#,
            images: "images", rows: ["a+b+c ", "a ", "a ", "a+b "],
            complaints: ["1:100 the row has no picture (img); the nearest key is /images/0, which --img-column can name"]),
        Case(
            .json, #"[{"images":["a","b"]},{"images":[null]}]"#, images: "images", img: "images", kept: ["images"],
            rows: [#"a+b  ["a","b"]"#], complaints: ["1:33 the row has no picture (images)"]),
        Case(
            .json,
            #"[{"img":"a","images":["b",{"src":"c"}]},{"img":"a","images":[true]},{"img":"a","images":{"src":"c"}},{"img":"a","images":3}]"#,
            images: "images",
            complaints: [
                "1:27 element 2 of images is an object, not text; --images-column /images/*/src names a key in each",
                "1:62 element 1 of images is true or false, not text",
                "1:89 images is an object, not text; --images-column /images/src names a key in it",
                "1:122 images is not text",
            ]),
        Case(
            .json, #"[{"images":[{"src":"a"},{"src":"b","alt":""},{}]},{"images":[]}]"#, img: "/images/*/src",
            rows: ["a+b "], complaints: ["1:51 the row has no picture (/images/*/src)"]),
        Case(
            .json, #"[{"image":{"src":"a"},"images":[{"src":"a"},{"src":"b"}],"variants":[{"i":["c","d"]},{"i":["e"]}]}]"#,
            images: "/images/*/src", img: "/image/src", rows: ["a+b "]),
        Case(.nested, #"{"r":[0,[{"v":[{"i":["c","d"]},{"i":"e"}]}]]}"#, img: "/v/*/i", rows: ["c+d+e "]),
        Case(.json, #"[{"v":[{"i":"c|d"},{"i":"e"}]}]"#, img: "/v/*/i", separator: "|", rows: ["c|d+e "]),
        Case(.json, #"[{"img":"a|b","v":[{"i":"c|d"}]}]"#, images: "/v/*/i", separator: "|", rows: ["a+b+c|d "]),
        Case(.json, #"[{"img":"a|b| |a"},{"img":["c|d","e"]}]"#, separator: "|", rows: ["a+b ", "c|d+e "]),
        // Only tables of merchants have lists with commas.
        Case(
            .json, #"[{"img":"m","additional_image_link":"a,b"}]"#, images: "additional_image_link", rows: ["m+a,b "]),
        // Only tables write arrays as texts.
        Case(.json, #"[{"img":"{a,b}"},{"img":"[\"a\"]"}]"#, rows: ["{a,b} ", #"["a"] "#]),
        // One column is an array, and another an element of it.
        Case(.json, #"[{"a":["x","y"],"price":1}]"#, img: "/a", kept: ["/a/1"], rows: ["x+y 1 y"]),
        Case(
            .json, #"[{"a":{"b":"x"}}]"#, img: "/a", kept: ["/a/b"],
            complaints: ["1:7 a is an object, not text; --img-column /a/b names a key in it"]),
        // A key in an object is no element.
        Case(.json, #"[{"images":{"*":{"src":"a"},"0":{"src":"b"}}}]"#, img: "/images/*/src", rows: ["a "]),
    ]

    static let tables: [Case] = [
        Case(
            .csv, "img,price\n\"{a,b}\",1\n{},2\n{c},3\n \"{a}\",4\n", rows: ["a+b 1", "c 3"],
            complaints: ["3:1 the row has no picture (img)", "5:2 a quote stands in a field that is not quoted"]),
        Case(.csv, "img,price\n\"{\"\"a,b\"\",c d,NULL,\"\"NULL\"\",\"\"\\\"\"\\\\\"\"}\",1\n", rows: [#"a,b+c d+NULL+"\ 1"#]),
        Case(.csv, "img,price\n\"{a,NULL}\",1\n{a,2\n\"{a,b\"\"c}\",3\n", rows: ["a 1", "{a 2", #"{a,b"c} 3"#]),
        Case(
            .csv, "img,price\n\"{\"\"a\"\"b}\",1\n\"{\"\"a}\",2\n{a}b},3\n{a\\},4\n",
            rows: [#"{"a"b} 1"#, #"{"a} 2"#, "{a}b} 3", #"{a\} 4"#]),
        Case(.csv, "img,price\n\" {a,b} \",1\n", rows: ["a+b 1"]),
        Case(.csv, "img,more,price\na,\"{b,c\"\"}\",1\n", images: "more", rows: [#"a+{b,c"} 1"#]),
        Case(
            .csv, "img,price\n\"{{a,b},{c}}\",1\n\"{a,{b}\",2\n\"{a}b}\",3\n", rows: ["{a}b} 3"],
            complaints: ["2:1 element 1 of img is an array, not text", "3:1 element 2 of img is an array, not text"]),
        Case(
            .csv, "img,price\n\"[\"\"a\"\", \"\"b\\/c\"\",null]\",1\n\"[1]\",2\n[x],3\n[],4\n\"[\"\"a\"\"]]\",5\n",
            rows: ["a+b/c 1", "[x] 3", #"["a"]] 5"#],
            complaints: ["3:1 element 1 of img is a number, not text", "5:1 the row has no picture (img)"]),
        Case(.copy, "img\tmore\tprice\n{a,\"b \\\\\\\\ c\"}\t\\N\t1\nd\t{e,d}\t2\n", images: "more", rows: [#"a+b \ c 1"#, "d+e 2"]),
        Case(
            .csv, "img,price\na.jpg| b.jpg ||a.jpg,1\n|,2\n", separator: "|", rows: ["a.jpg+b.jpg 1"],
            complaints: ["3:1 the row has no picture (img)"]),
        Case(.csv, "images,price,images,images\na,1,c,\nb,2,,b\n", images: "images", img: "images", rows: ["a+c 1", "b 2"]),
        Case(
            .csv, "img,images,images,price\na,b,\"{c,d}\",1\n,b,c,2\n", images: "images", rows: ["a+b+c+d 1"],
            complaints: ["3:1 the row has no picture (img)"]),
        Case(.csv, "img,img,price\na,b,1\n", failure: "1:5 the column img stands twice"),
        Case(
            .csv, "img,price\na,1\n", images: "image",
            failure: "1:1 there is no column image; the nearest is img; the columns are img, price; --images-column names another"),
        // Google's merchants write a list with commas, and a comma in a name as %2C.
        Case(
            .tsv, "image link\tadditional image link\tprice\nw_1,h_2/a\thttp://h/b%2C, //h/c\t1\n", images: "additional_image_link",
            img: "image_link",
            rows: ["w_1,h_2/a+http://h/b%2C+https://h/c 1"]),
        Case(
            .tsv,
            "image_link\tadditional_image_link\tprice\n"
                + [
                    "http://h/w_1,h_2/a.jpg,http://h/b.jpg", "http://h/a.jpg,b.jpg", "x/w_1,h_2", "http://h/a,,http://h/b", "http://h/a,",
                    "http://h/a.jpeg5,b", "http://h/a.jp,b", "http://h/a.j_g,b", "http://h/a, b", "//h/a,b", "//h/a,//h/b", "http:/a,b",
                ].map { "m\t\($0)\t1\n" }.joined(),
            images: "additional_image_link", img: "image_link",
            rows: [
                "m+http://h/w_1,h_2/a.jpg+http://h/b.jpg 1", "m+http://h/a.jpg+b.jpg 1", "m+x/w_1+h_2 1", "m+http://h/a+http://h/b 1",
                "m+http://h/a 1", "m+http://h/a.jpeg5,b 1", "m+http://h/a.jp,b 1", "m+http://h/a.j_g,b 1", "m+http://h/a+b 1",
                "m+https://h/a,b 1", "m+https://h/a+https://h/b 1", "m+http:/a+b 1",
            ]),
        // Only in JSON, a slash begins a pointer.
        Case(.csv, "/a,price\nx,1\n", img: "/a", rows: ["x 1"]),
        Case(.csv, "img,more,price\na,\"b,c\",1\n", images: "more", rows: ["a+b,c 1"]),
        Case(.csv, "img,more,price\na,b;c,1\n", images: "more", separator: ";", rows: ["a+b+c 1"]),
        Case(.csv, "img,more,price\na,b\u{1},1\n", images: "more", complaints: ["2:3 a name in more holds a control character"]),
    ]

    @Test(arguments: json + tables) func isRead(_ test: Case) {
        let catalogue = Bytes(test.catalogue)
        for cut in 0..<catalogue.count {
            let reading = read(catalogue, as: test.format, cutAt: cut == 0 ? [] : [cut], columns: test.columns)
            #expect(reading.texts == test.rows, "cut at \(cut)")
            #expect(reading.complaints == test.complaints, "cut at \(cut)")
            let failure = reading.failure.map { failure in (failure.position.map { "\($0.line):\($0.column) " } ?? "") + failure.text }
            #expect(failure == test.failure)
        }
    }

    /// The names of a row are compared with each other, so their number has a limit.
    @Test func manyPictures() {
        let names = (0...RecordLimits.rowPictures).map { "\($0).jpg" }
        let columns = RowColumns(separator: UInt8(ascii: "|"))
        let catalogue = Bytes("img,price\n" + names.dropLast().joined(separator: "|") + ",1\n" + names.joined(separator: "|") + ",2\n")
        let reading = read(catalogue, as: .csv, columns: columns)
        #expect(reading.rows.map { $0.further.count } == [RecordLimits.rowPictures - 1])
        #expect(reading.complaints == ["3:1 the row names more than 1000 pictures"])
    }

    /// The rows whose picture's name has blanks at its ends. Those of further pictures are not counted.
    @Test(
        arguments: [
            (.csv, "img,more,price\n a,x,1\nb, y,2\nc ,z,3\n", nil, nil, 2), (.csv, "img,more,price\n a,x,1\nb, y,2\n", "more", nil, 1),
            (.json, #"[{"img":" a "},{"img":"b"},{"img":[" c"]},{"img":" d|e"}]"#, nil, "|", 2),
            (.json, #"[{"img":"a","more":" b"},{"img":"\tc","more":[" d"]}]"#, "more", nil, 1),
        ] as [(TextFormat, String, String?, Character?, Int)])
    func blanksAtTheEnds(_ format: TextFormat, _ catalogue: String, _ images: String?, _ separator: Character?, _ count: Int) throws {
        var reader = format.reader(RowColumns(images: images, separator: separator?.asciiValue))
        var rows = RowBatch()
        try Bytes(catalogue).all.withUnsafeBytes { try reader.read($0, isEnd: true, into: &rows) }
        #expect(reader.trimmedNames == count)
    }

    /// Further pictures may be rare, so a key that no row has is only named.
    @Test func aKeyThatNoRowHas() {
        var reader = TextFormat.json.reader(RowColumns(images: "imags"))
        var rows = RowBatch()
        withExactCopy(of: Bytes(#"[{"img":"a","price":1,"image":"b"}]"#).all[...]) { bytes in
            #expect(throws: Never.self) { try reader.read(bytes, isEnd: true, into: &rows) }
        }
        #expect(rows.rows.map(\.pictureCount) == [1])
        #expect(reader.absentColumns.map(\.text) == ["no row has the key imags that --images-column names; the nearest key is image"])
        #expect(reader.absentColumns.map(\.isKept) == [true])
    }
}
