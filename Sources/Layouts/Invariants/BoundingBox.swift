/// The smallest rect around some frames, and the results of other checks of the same pass.
struct BoundingBox {
    private(set) var minX = Double.infinity
    private(set) var minY = Double.infinity
    private(set) var maxX = -Double.infinity
    private(set) var maxY = -Double.infinity
    private(set) var leastSide = Double.infinity
    /// Stays 0 as long as every coordinate is finite, and becomes a NaN otherwise.
    private var finiteness = 0.0

    init(of frames: [Rect]) {
        for frame in frames {
            minX = frame.x < minX ? frame.x : minX
            minY = frame.y < minY ? frame.y : minY
            maxX = frame.maxX > maxX ? frame.maxX : maxX
            maxY = frame.maxY > maxY ? frame.maxY : maxY
            let side = frame.width < frame.height ? frame.width : frame.height
            leastSide = side < leastSide ? side : leastSide
            finiteness += (frame.x + frame.y + frame.maxX + frame.maxY) * 0
        }
    }

    /// Whether every coordinate is finite and no side is negative.
    var isSound: Bool { finiteness == 0 && leastSide >= 0 }

    /// Whether any of the frames can meet the rect.
    func canMeet(_ rect: Rect) -> Bool {
        min(maxX, rect.maxX) - max(minX, rect.x) > 0 && min(maxY, rect.maxY) - max(minY, rect.y) > 0
    }
}
