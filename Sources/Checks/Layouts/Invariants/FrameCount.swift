import Layouts

enum FrameCount: InvariantRule {
    static let invariant = Invariant.count
    static let rule = Rule(
        "frame-count", .layouts, .error, "every picture has one frame, in the section it came in",
        explanation: """
            A phone asks for the frame of each picture by its number. A frame too few ends in a crash, a frame too many \
            in a cell without a picture.
            """,
        example: "199 frames for 200 pictures",
        remedy: """
            The manifest is not to blame: the layout is at fault. Report it with the manifest, the layout and the screen \
            that the finding names.
            """,
        provesWeir: true)
}
