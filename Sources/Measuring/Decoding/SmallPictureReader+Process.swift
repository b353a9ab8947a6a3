import Pixels

extension SmallPictureReader {
    /// The reader of one of several threads. Libraries that cannot be trusted with this process work in another one.
    package static func ofThread(among threads: Int) -> SmallPictureReader {
        SmallPictureReader(limits: .shared(among: threads), separately: DecoderProcess())
    }
}
