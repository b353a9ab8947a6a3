import Testing

@testable import weir

/// Each misuse of an option, with its message. A process is started for none: some run in the end-to-end tests.
@Suite struct MisuseTests {
    @Test(
        arguments: [
            (["--"], "no picture is named; give a PATH or --files-from FILE"),
            (["a.jpg", ""], "an argument is empty; look for a variable of the shell that has no value"),
            (["-r"], "no picture is named; give a PATH or --files-from FILE"),
            (["a.jpg", "--files-from"], "--files-from needs a value: FILE"),
            (["--files-from="], "--files-from: the name of a file is missing"),
            (["a.jpg", "--null"], "unknown option --null"),
            (["a.jpg", "-0"], "unknown option -0"),
            (["a.jpg", "--recursive=no"], "--recursive takes no value"),
            (["a.jpg", "-rx"], "unknown option -x in -rx"),
            (["a.jpg", "--format"], "--format needs a value: FORMAT"),
            (["a.jpg", "--format", "TSV"], "--format: TSV is not one of text, tsv, json, jsonl"),
            (["a.jpg", "--format="], "--format: '' is not one of text, tsv, json, jsonl"),
            (["a.jpg", "--max-pixels"], "--max-pixels needs a value: N"),
            (["a.jpg", "--max-pixels", "-1"], "--max-pixels: -1 is not a whole number such as 5000 or 5e3"),
            (["a.jpg", "--max-pixels", "1e99"], "--max-pixels: 1e99 is too large"),
            (["a.jpg", "--max-pixel", "9"], "unknown option --max-pixel; did you mean --max-pixels?"),
            (["a.jpg", "--help=me"], "--help takes no value but all"),
        ] as [([String], String)])
    func probe(words: [String], message: String) {
        expect("probe", words, message)
    }

    @Test(
        arguments: [
            (["-o", "m.json"], "no catalogue is named"),
            (["c.csv"], "--output says where the manifest goes; - is standard output"),
            (["c.csv", "-o"], "-o needs a value: MANIFEST"),
            (["", "-o", "m.json"], "an argument is empty; look for a variable of the shell that has no value"),
            (["c.csv", "d.csv", "-o", "m.json"], "only one catalogue can be read; d.csv is a second one"),
            (["-", "-o", "m.json"], "standard input needs --from, which says what it is"),
            (
                ["c.csv", "-o", "m.txt"],
                "the name m.txt does not end in .json, .jsonl, .plist, .csv, .tsv or .copy, nor in one of these and .gz"
            ),
            (
                ["c.csv", "-o", "manifest"],
                "the name manifest does not end in .json, .jsonl, .plist, .csv, .tsv or .copy, nor in one of these and .gz"
            ),
            (
                ["c.csv", "-o", "m.json", "--from=xlsx"],
                "--from: xlsx is not one of csv, tsv, json, jsonl, plist, xml, copy, shopify, shopify-bulk, woocommerce, magento, nor a file whose name ends in .json"
            ),
            (["c.csv", "-o", "m.json", "--on-failure=ignore"], "--on-failure: ignore is not one of placeholder, omit, stop"),
            (
                ["c.csv", "-o", "m.json", "--per-host=auto:0"],
                "--per-host: auto:0 is neither auto nor a number from 1 to 10000 nor auto:N with one"
            ),
            (
                ["c.csv", "-o", "m.json", "--per-host=none"],
                "--per-host: none is neither auto nor a number from 1 to 10000 nor auto:N with one"
            ),
            (
                ["c.csv", "-o", "m.json", "--max-failures=some"],
                "--max-failures: some is not a whole number such as 5000 or 5e3; a share has % behind it, such as 20%"
            ),
            (["c.csv", "-o", "m.json", "--max-failures=101%"], "--max-failures: 101% is not a share from 0% to 100%"),
            (["c.csv", "-o", "m.json", "--max-failures=nan%"], "--max-failures: nan% is not a share from 0% to 100%"),
            (
                ["c.csv", "-o", "m.json", "--with=size"],
                "--with: size is not one of status, format, bytes, orientation, sha256, mime, animated, alpha, colorModel, depth, sizeFrom, thumbhash, blurhash, color, blurDataURL, phash, content, source, range"
            ),
            (["c.csv", "-o", "m.json", "--with=status,status"], "--with: status,status names one twice"),
            (["c.csv", "-o", "m.json", "--keep=a,a"], "--keep: a,a names one twice"),
            (["c.csv", "-o", "m.json", "--keep="], "--keep: the value is empty"),
            (["c.csv", "-o", "m.json", "--keep=a,"], "--keep: a, has an empty name in it"),
            (["c.csv", "-o", "m.json", "--base-url="], "--base-url: the value is empty"),
            (
                ["c.csv", "-o", "m.json", "--base-url=nonsense"],
                "--base-url: nonsense is not a URL of http or https, such as https://img.example/shop"
            ),
            (["c.csv", "-o", "m.json", "--header=Accept"], "--header: this is not a header line such as 'Accept-Language: de'"),
            (["c.csv", "-o", "m.json", "--header=range: bytes=0-1"], "--header: range is a line that weir writes itself"),
            (["c.csv", "-o", "m.json", "--placeholder=16x"], "--placeholder: 16x is not a size such as 640x480"),
            (["c.csv", "-o", "m.json", "--placeholder=0x9"], "--placeholder: 0x9 is not a size such as 640x480"),
            (["c.csv", "-o", "m.json", "--placeholder=9x3000000000"], "--placeholder: 9x3000000000 is not a size such as 640x480"),
            (["c.csv", "-o", "m.json", "--quite"], "unknown option --quite; did you mean --quiet?"),
        ] as [([String], String)])
    func ingest(words: [String], message: String) {
        expect("ingest", words, message)
    }

    private static let character = "is not one character such as ; or | or \\t, which stands for a tab"

    /// What the columns, the format and the shape of a catalogue may be.
    @Test(
        arguments: [
            (["--delimiter=ab"], "--delimiter: ab \(character)"), (["--delimiter=\""], "--delimiter: \" \(character)"),
            (["--delimiter=\n"], "--delimiter: <U+000A> \(character)"), (["--img-separator=ab"], "--img-separator: ab \(character)"),
            (["--delimiter=;", "--from=json"], "--delimiter separates the fields of csv, tsv and copy; this catalogue is json"),
            (["--rows=/a"], "--rows names an array in a catalogue that is json; this catalogue is csv"),
            (["--rows=a", "--from=json"], "--rows: a is not a JSON pointer such as /products"),
            (["--img-column=/a~2", "--from=json"], "/a~2 is not a JSON pointer: in it, ~0 stands for ~ and ~1 for /"),
            (["--images-column=/a~", "--from=json"], "/a~ is not a JSON pointer: in it, ~0 stands for ~ and ~1 for /"),
            (
                ["--price-column=/v/*/a", "--from=json"],
                "/v/*/a names several values; * is for the pictures of --img-column and --images-column"
            ),
            (["--keep=/v/*/a", "--from=json"], "/v/*/a names several values; * is for the pictures of --img-column and --images-column"),
            (
                ["--from=shopify-bulk", "--img-column=/images/*/src"],
                "/images/*/src names several values; * is for plain rows, which --from jsonl reads"
            ),
            (["--keep=/a/n,/b/n", "--from=jsonl"], "--keep: two columns would be n in each entry"),
            (["--keep=/a/img", "--from=json"], "--keep: img stands in each entry already"),
            (["--images-column=more", "--keep=images"], "--keep: images stands in each entry already"),
            (
                ["--images-column=more", "--keep=more"],
                "--keep and --images-column both name more, which has pictures; leave it out of --keep"
            ),
            (["--keep", "a\u{1}b"], "--keep: a<U+0001>b holds a control character, which no manifest can have in a key"),
            (["--keep", "title,x\ny"], "--keep: x<U+000A>y holds a control character, which no manifest can have in a key"),
            (["--keep", "title,w"], "--keep: w stands in each entry already"), (["--keep", "h"], "--keep: h stands in each entry already"),
            (["--keep", "price"], "--keep: price stands in each entry already"),
            (["--keep=title", "--keep=title"], "--keep: title names one that is named before"),
            (["--with=status", "--with=bytes,status"], "--with: bytes,status names one that is named before"),
            (["--keep", "bytes", "--with", "bytes"], "--keep: bytes stands in each entry already"),
            (["--from", #"{"like": "shop"}"#], "--from: like: this must be one of shopify, shopify-bulk, woocommerce, magento"),
            (["--from", #"{"img": "/images/*/src"}"#], "--from: img: /images/*/src names several values; an array is named without *"),
            (["--from=none.json"], "--from: none.json: no such file or directory"),
        ] as [([String], String)])
    func catalogues(words: [String], message: String) {
        expect("ingest", ["c.csv", "-o", "m.json"] + words, message)
    }

    @Test(
        arguments: [
            ([""], "an argument is empty; look for a variable of the shell that has no value"),
            (["--nope"], "unknown option --nope"), (["m", "--page-size=5"], "unknown option --page-size; only weir ingest has it"),
            (["-", "-"], "standard input can be named only once"),
            (["-", "--previous=-"], "standard input can be named only once"),
            (["m", "--config"], "--config needs a value: FILE"),
            (["m", "--config="], "--config: "),
            (["m", "n", "--previous=o"], "--previous goes with one manifest, and there are 2"),
            (["m", "--previous"], "--previous needs a value: OLD"),
            (["m", "--frames"], "--frames needs a value: DUMP"),
            (["m", "n", "--frames=d"], "--frames goes with one manifest, and there are 2"),
            (["-", "--frames=-"], "standard input can be named only once"),
            (["m", "--frames=-", "--frames=-"], "standard input can be named only once"),
            (["m", "--frames=d", "--report=json=d"], "--report: d is read, and the report would take its place"),
            (
                ["m", "--frames=d", "--baseline=d", "--write-baseline"],
                "--write-baseline: d is read, and the baseline would take its place"
            ),
            (["m", "--baseline"], "--baseline needs a value: FILE"),
            (["m", "--write-baseline=b"], "--write-baseline takes no value"),
            (["m", "--format=jsn"], "--format: jsn is not one of text, json, junit, sarif, github, gitlab, markdown"),
            (["m", "--report=r"], "--report: r is not FORMAT=FILE, such as sarif=weir.sarif"),
            (["m", "--report=sarif="], "--report: sarif= is not FORMAT=FILE, such as sarif=weir.sarif"),
            (["m", "--report=xml=r"], "--report: xml is not one of text, json, junit, sarif, github, gitlab, markdown"),
            (["m", "--report=json=-"], "--report: standard output has the report of --format; name a file"),
            (["m", "--report=json=r", "--report=sarif=r"], "--report: two reports cannot be one file, r"),
            (["m", "--report=json=m"], "--report: m is read, and the report would take its place"),
            (["m", "--baseline=b", "--report=json=b"], "--report: b is read, and the report would take its place"),
            (["m", "--baseline=m", "--write-baseline"], "--write-baseline: m is read, and the baseline would take its place"),
            (["m", "--quiet", "--format=json"], "--quiet is about the format text; a program counts what --format prints"),
            (["m", "--rule=exact-fti"], "--rule: unknown rule exact-fti; did you mean exact-fit?"),
            (["m", "--rule=Duplicate-IMG"], "--rule: unknown rule Duplicate-IMG; did you mean duplicate-img?"),
            (["m", "--rule=prices"], "--rule: unknown rule prices; weir rules names them"),
            (["m", "--rule="], "--rule: unknown rule ''; weir rules names them"),
            (["m", "--rule=shift-score"], "--rule: shift-score has nothing to look at without --images"),
            (["m", "--rule=removed-entries"], "--rule: removed-entries has nothing to look at without --previous"),
            (["m", "--rule=frames-match"], "--rule: frames-match has nothing to look at without --frames"),
            (
                ["m", "--rule=exact-fit", "--frames=d"],
                "--frames: only frames-match compares frames, and --rule leaves it out; add --rule frames-match"
            ),
            (["m", "--fail-on=never"], "--fail-on: never is not one of info, warning, error"),
            (["m", "--retries=3"], "--retries needs --images"),
            (["m", "--retries=1"], "--retries needs --images"),
            (["m", "--images=yes"], "--images takes no value"),
            (["m", "--root=r"], "--root needs --images"),
            (
                ["m", "--images", "--base-url=nonsense"],
                "--base-url: nonsense is not a URL of http or https, such as https://img.example/shop"
            ),
            (["m", "--images", "--base-url=https://"], "--base-url: https:// is not a URL of http or https"),
            (["m", "--images", "--base-url=HTTP:///shop"], "--base-url: HTTP:///shop is not a URL of http or https"),
            (["m", "--base-url=http://u"], "--base-url needs --images"),
            (["m", "--verify"], "--verify needs --images"),
            (["m", "--mirror=m"], "--mirror needs --images"),
            (["m", "--journal=j"], "--journal needs --images"),
            (["m", "--max-pixels=0"], "--max-pixels: 0 is less than 1"),
            (["m", "--layout=waterfall"], "--layout: unknown layout waterfall; did you mean"),
            (["m", "--layout=flow:colums=3"], "--layout: colums: flow has no such parameter; did you mean columns?"),
            (["m", "--layout=flow:columns=many"], "--layout: columns: \"many\" is not a whole number"),
            (["m", "--layout=flow:"], "--layout: layout: no parameter stands behind the colon of \"flow:\"; one is set as name=value"),
            (["m", "--layout=flow:columns"], "--layout: columns: a parameter is set as name=value"),
            (["m", "--devices=iphone-51"], "--devices: unknown device iphone-51; did you mean"),
            (
                ["m", "--devices=iphone-15", "--devices=d.json"],
                "--devices: a file of devices goes with no others; write them all into one file"
            ),
            (
                ["m", "--devices=iphone-15,tablet"],
                "--devices: unknown device tablet; a file of devices is named with its folder or its ending"
            ),
            (["m", "--timeout=5"], "--timeout: 5 is not a time such as 500ms, 15s, 10m or 24h"),
            (["m", "--header=a"], "--header: "),
        ] as [([String], String)])
    func check(words: [String], message: String) {
        expect("check", words, message)
    }

    private func expect(_ command: String, _ words: [String], _ message: String) {
        let error = #expect(throws: UsageError.self) { _ = try Weir.understand(arguments([command] + words)) }
        #expect(error?.text.hasPrefix("weir \(command): \(message)") == true, "\(error?.text ?? "no error")")
        #expect(error?.text.hasSuffix("\nTry 'weir \(command) --help'.") == true)
    }
}
