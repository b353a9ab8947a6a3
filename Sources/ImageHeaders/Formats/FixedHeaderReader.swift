/// Reads formats whose header is the first bytes of the file, always as many.
final class FixedHeaderReader: FormatReader {
    typealias Header = @Sendable (ByteSlice) throws(HeaderStop) -> ImageHeader

    private let length: Int
    private let header: Header

    init(length: Int, _ header: @escaping Header) {
        self.length = length
        self.header = header
    }

    func begin() {}

    func read(_ window: ByteWindow) throws(HeaderStop) -> ImageHeader { try header(window.slice(at: 0, count: length)) }
}
