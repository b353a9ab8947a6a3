import Pixels

extension SmallPictureReader {
    /// The reader of one of several threads. Libraries that cannot be trusted with this process work in another one.
    public static func ofThread(among threads: Int) -> SmallPictureReader {
        let limits = DecodingLimits.shared(among: threads)
        return SmallPictureReader(limits: limits, separately: DecoderProcess(DecoderLimits(memory: limits.memory)))
    }
}
