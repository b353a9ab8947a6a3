import Layouts

enum FrameAspect: InvariantRule {
    static let invariant = Invariant.aspect
    static let rule = Rule(
        "frame-aspect", .layouts, .error, "a frame has the shape of its picture, to one point",
        explanation: """
            A frame of another shape stretches the picture, crops it or leaves bars beside it. The rule applies to layouts \
            that take the shape from the picture, and to the picture's part of the frame, without a strip for the price.
            """,
        example: "a picture of 200x300 in a frame of 111.67 by 160, which should be 167.5 high",
        remedy: """
            The frame does not follow from the manifest's w and h: the layout is at fault, perhaps by taking the size of \
            a neighbour. If w and h themselves are wrong, `weir check --images` tells.
            """,
        provesWeir: true)
}
