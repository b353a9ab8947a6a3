import Testing

@testable import Checks

/// The parts of a manifest that a check has not looked at, rule by rule.
@Suite struct UncheckedTests {
    @Test func inputs() {
        var unchecked = Unchecked()
        #expect(unchecked.reason(of: PictureSize.rule) == "pictures were not looked at")
        #expect(unchecked.reason(of: RemovedEntries.rule) == "there is no previous manifest to compare with")
        #expect(unchecked.reason(of: PageWeight.rule) == "the manifest has no index")
        #expect(unchecked.reason(of: DuplicateImg.rule) == nil && !unchecked.covers(DuplicateImg.rule, img: "a"))
        #expect(unchecked.covers(PictureSize.rule, img: "a") && unchecked.covers(PictureSize.rule, img: nil))
        unchecked.markGiven(.pictures)
        #expect(unchecked.reason(of: PictureSize.rule) == nil)
        #expect(!unchecked.covers(PictureSize.rule, img: "a") && !unchecked.covers(PictureSize.rule, img: nil))
        #expect(unchecked.covers(RemovedEntries.rule, img: "a"))
        unchecked.markGiven(.previous)
        #expect(!unchecked.covers(RemovedEntries.rule, img: "a") && unchecked.covers(PageWeight.rule, img: "a"))
    }

    /// A picture is counted once. Rules about failures look at the pictures that failed so.
    @Test func pictures() {
        var unchecked = Unchecked()
        unchecked.markGiven(.pictures)
        unchecked.add("a", .unsound)
        unchecked.add("a", .unsound)
        #expect(unchecked.reason(of: PictureSize.rule) == "1 picture could not be measured")
        #expect(unchecked.reason(of: PictureDecodes.rule) == nil)
        unchecked.add("b", .unreachable)
        unchecked.add("c", .absent)
        #expect(unchecked.reason(of: PictureSize.rule) == "3 pictures could not be measured")
        #expect(unchecked.reason(of: PictureDecodes.rule) == "2 pictures could not be measured")
        #expect(unchecked.reason(of: PictureExists.rule) == "1 picture could not be measured")
        #expect(unchecked.reason(of: PictureReachable.rule) == nil && unchecked.reason(of: DuplicateImg.rule) == nil)
        for (rule, covered) in [
            (PictureSize.rule, ["a", "b", "c"]), (PictureDecodes.rule, ["b", "c"]), (PictureExists.rule, ["b"]),
            (PictureReachable.rule, []),
        ] {
            #expect(["a", "b", "c", "d"].filter { unchecked.covers(rule, img: $0) } == covered, "\(rule.id)")
        }
    }

    /// The first reason of a rule stays, and concerns all pictures.
    @Test func reasons() {
        var unchecked = Unchecked()
        unchecked.markGiven(.pictures)
        unchecked.add(PictureSize.rule, "one")
        unchecked.add(PictureSize.rule, "other")
        #expect(unchecked.reason(of: PictureSize.rule) == "one")
        #expect(unchecked.covers(PictureSize.rule, img: "d") && !unchecked.covers(PictureDecodes.rule, img: "d"))
    }

    @Test func silentFindingsAddUp() {
        var findings = FindingStore(RuleChoices([]))
        findings.add(silent: (known: 2, ignored: 3))
        findings.add(silent: (known: 4, ignored: 5))
        #expect(findings.silent.known == 6 && findings.silent.ignored == 8)
    }

    /// Layouts and their keys from the text of the command line.
    @Test(arguments: ["flow:", "flow:columns=3,", "flow:,columns=3", "flow:columns=3,,inset=1"])
    func emptyKeys(text: String) {
        #expect(throws: (any Error).self) { try LayoutChoice(text) }
    }
}
