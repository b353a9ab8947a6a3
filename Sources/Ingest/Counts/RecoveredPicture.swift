/// A picture that had failed and was found in this run, with the first row that names it.
public struct RecoveredPicture: Equatable, Sendable {
    public let row: Int
    public let line: Int
    public let img: [UInt8]

    public init(row: Int, line: Int, img: [UInt8]) {
        self.row = row
        self.line = line
        self.img = img
    }
}
