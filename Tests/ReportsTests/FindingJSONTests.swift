import Checks
import Testing
import WeirReports

@Suite struct FindingJSONTests {
    @Test func everything() {
        #expect(
            Sample.report(.json, Sample.result) == #"""
                {"version":1,
                "counts":{"error":2,"warning":990001,"info":1,"known":4,"ignored":1},
                "files":[
                {"file":"manifest.json","entries":2,"more":[{"rule":"price-pattern","severity":"warning","count":990000}],"unchecked":[]},
                {"file":"./clean.json","entries":1000,"more":[],"unchecked":[]},
                {"file":"/repo/b:1 é.plist","entries":1,"more":[],"unchecked":[]}
                ],
                "findings":[
                {"rule":"price-pattern","severity":"warning","message":"no entry has a price","file":"manifest.json","pointer":""},
                {"rule":"size-integer","severity":"error","message":"h is 0","file":"manifest.json","line":2,"column":10,"length":5,"pointer":"/0/h","entry":0,"img":"a.jpg","field":"h"},
                {"rule":"tall-cell","severity":"info","message":"the cell is 812 high","file":"manifest.json","line":3,"column":1,"length":1,"pointer":"/1","entry":1,"img":"靴.jpg","screen":"waterflow on portrait (375x667)","screens":{"found":12,"checked":22}},
                {"rule":"size-integer","severity":"error","message":"h is 0","file":"/repo/b:1 é.plist","pointer":"/0/h","entry":0,"img":"a.jpg","field":"h"}
                ]}

                """#)
    }

    @Test func noFiles() {
        #expect(
            Sample.report(.json, CheckResult(files: [])) == #"""
                {"version":1,
                "counts":{"error":0,"warning":0,"info":0,"known":0,"ignored":0},
                "files":[],
                "findings":[]}

                """#)
    }

    /// Invisible characters are escaped, and nothing else without need.
    @Test func hostile() {
        let file = CheckResult.File(
            name: "m", entries: 1,
            findings: [
                Sample.finding(
                    "r", .error, "\u{1B}\"\\/\u{7F}\u{9B}\u{E9}", at: nil, pointer: "", entry: nil, img: "\u{202E}\u{1F600}\u{E0001}",
                    field: nil)
            ])
        #expect(
            Sample.report(.json, CheckResult(files: [file])).contains(
                #""message":"\u001b\"\\/\u007f\u009bé","file":"manifest.json","pointer":"","img":"\u202e😀\udb40\udc01"}"#))
    }
}
