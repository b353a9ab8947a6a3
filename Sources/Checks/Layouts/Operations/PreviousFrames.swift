import Layouts

/// Compares with the previous manifest: a phone may have its first pages when it loads more of this one.
enum PreviousFrames: LayoutRule {
    static let rule = Rule(
        "previous-frames", .layouts, .warning, "pictures of the previous manifest keep their positions and cells",
        explanation: """
            A phone shows pages of the previous manifest and loads more of this one. From the first changed picture \
            on, every frame moves. Needs `--previous`, and no new pictures at the front.
            """,
        example: "picture 3 was 200x300 and is 200x280",
        remedy: """
            If a size was wrong, let phones reload. Put pictures that come and go on a page of their own, or at the \
            end.
            """,
        needs: [.previous], consequence: .ofChanges("frame"))

    static func check(_ layoutCase: LayoutCase, _ parameters: RuleParameters, _ findings: inout ScreenFindings) {
        guard let previous = layoutCase.pictures.previous, !previous.isRefresh, let before = layoutCase.layout(of: previous.whole) else {
            return
        }
        let now = layoutCase.layout
        var isSectionReported = false
        for (item, current) in previous.currentItems.enumerated() {
            guard current == item else {
                let behind = previous.currentItems[(item + 1)...]
                let left = behind.count { $0 >= 0 }
                guard current >= 0 else { return findings.add(Self.rule, nil, loss(of: item, behind.count, left)) }
                let others = left == 0 ? "" : left == 1 ? ", and one behind it moves too" : ", and \(left) behind it move too"
                return findings.add(Self.rule, Int(current), "it was picture \(item) and is picture \(current)\(others)")
            }
            let names = (before.sectionName(of: item), now.sectionName(of: item))
            if let old = names.0, let new = names.1, old != new, !isSectionReported {
                isSectionReported = true
                findings.add(
                    Self.rule, item,
                    "it was in section \"\(old)\" and is in section \"\(new)\"; phones that load more have it in the previous one")
            }
            let (old, new) = (before.frame(of: item), now.frame(of: item))
            if old.width != new.width || old.height != new.height {
                findings.add(
                    Self.rule, item,
                    """
                    its cell was \(old.width.shown) by \(old.height.shown) and is \(new.width.shown) by \
                    \(new.height.shown); what stands behind it on phones moves
                    """)
            }
        }
    }

    /// The message about the first lost picture. `behind` is the number of pictures behind it, of which
    /// `left` still exist.
    private static func loss(of item: Int, _ behind: Int, _ left: Int) -> String {
        switch (left, behind) {
        case (0, _) where item == 0: "no picture of the previous manifest is left"
        case (0, 0): "the last picture of the previous manifest is gone"
        case (0, _): "picture \(item) of the previous manifest is gone, and all behind it"
        case (1, _): "picture \(item) of the previous manifest is gone, and one behind it moves up"
        default: "picture \(item) of the previous manifest is gone, and \(left) behind it move up"
        }
    }
}

extension Layout {
    /// Nil if sections have no names.
    fileprivate func sectionName(of item: Int) -> String? {
        sections.names.isEmpty ? nil : sections.names[sections.section(of: item)]
    }
}
