import Layouts

/// A layout with the frames that a test gives it, right or wrong.
struct FrameList: Layout {
    private var sound: Carousel
    var rects: [Rect]
    var contentSize = Size(width: 20, height: 20)
    var guarantees: LayoutGuarantees
    /// Changes an answer to a rect.
    var answering: @Sendable ([Int]) -> [Int] = { $0 }

    init(_ rects: [Rect], _ page: PicturePage) throws {
        self.rects = rects
        sound = try Carousel(viewport: Size(width: 20, height: 20)).appending(page)
        guarantees = LayoutGuarantees()
        guarantees.sideFromPicture = nil
    }

    var viewport: Size { sound.viewport }
    var sections: SectionTable { sound.sections }
    var frontier: Double { sound.frontier }
    func frame(of item: Int) -> Rect { rects[item] }
    func items(meeting rect: Rect) -> [Int] { answering(rects.indices.filter { rects[$0].meets(rect) }) }
    mutating func append(_ page: PicturePage) { sound.append(page) }
    mutating func truncate(to mark: LayoutMark) { sound.truncate(to: mark) }
}
