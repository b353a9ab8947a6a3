import Base
import Glibc
import ImageHeaders
import Journals

/// What is remembered of the pictures of a batch, and what is learned of files.
extension PictureMeasurer {
    /// Looks all pictures up, and answers for those that need no look at themselves.
    mutating func recall(_ pictures: inout [NamedPicture], at now: Int64) -> [MeasuredPicture?] {
        guard let memory else { return Array(repeating: nil, count: pictures.count) }
        var keys = KeyBatch()
        var path = rootPrefix
        let unknown = pictures.indices.filter { pictures[$0].known == nil }
        for index in unknown {
            let picture = pictures[index]
            switch picture.place {
            case .remote where !mayHaveCredentialsOrFragment(picture.img): keys.append(url: picture.img)
            case .remote: withoutCredentialsAndFragment(picture.img).withUnsafeBufferPointer { keys.append(url: $0) }
            case .file(let relative):
                path.replaceSubrange(rootPrefix.count..., with: relative)
                let stamp = stamps.stamp(of: relative, in: root) ?? .unknown
                path.withUnsafeBufferPointer { keys.append(file: $0, stamp) }
            // No picture has a name without letters.
            case .nowhere: keys.append(url: UnsafeBufferPointer(start: nil, count: 0))
            }
        }
        for (index, known) in zip(unknown, memory.lookup(keys)) { pictures[index].known = known }
        return pictures.map { answer(for: $0, from: memory, at: now) }
    }

    private func answer(for picture: NamedPicture, from memory: PictureMemory, at now: Int64) -> MeasuredPicture? {
        guard let known = picture.known else { return nil }
        if let facts = trustedFacts(of: known, isRemote: picture.isRemote, at: now) {
            return MeasuredPicture(remembered: facts, isRemote: picture.isRemote)
        }
        guard let failure = memory.resting(known, key(of: picture), at: now) else { return nil }
        return MeasuredPicture(
            result: .failure(failure), attempts: 0, former: PictureFacts(known), origin: .memory(isRemote: picture.isRemote))
    }

    /// Whole pictures are in no journal: who wants them has to look.
    func trustedFacts(of known: KnownPicture?, isRemote: Bool, at now: Int64) -> PictureFacts? {
        guard let memory, let known, !(isRemote ? mirror != nil : isVerifying) else { return nil }
        return memory.trusted(known, isRemote: isRemote, at: now)
    }

    private func key(of picture: NamedPicture) -> PictureKey {
        switch picture.place {
        case .file(let relative): .file(rootPrefix + relative, .unknown)
        case .remote, .nowhere: .url(withoutCredentialsAndFragment(picture.img))
        }
    }

    func inquiry(for picture: NamedPicture) -> RemoteInquiry {
        RemoteInquiry(url: Array(picture.img), record: picture.known == nil ? nil : memory?.record(of: key(of: picture)))
    }

    /// What a look at a file has taught. The time is one before the file was opened: what is written
    /// to it later is then told by its stamp.
    func learned(
        _ header: Result<ImageHeader, Failure>, of picture: NamedPicture, at path: ArraySlice<UInt8>, _ status: stat?,
        from memory: PictureMemory, at now: Int64
    ) -> Learned {
        let key = PictureKey.file(rootPrefix + path, status.map { FileStamp($0) } ?? .unknown)
        var record = PictureRecord(asked: now)
        switch header {
        case .success(let header): record.succeed(header, bytes: status.map { Int64($0.st_size) }, at: now)
        case .failure(let failure):
            if picture.known != nil, let former = memory.record(of: key) { record = former }
            record.fail(failure, at: now, for: key)
        }
        return Learned(key: key, record: record)
    }
}

extension FileStamp {
    /// Of what is no plain file, or not there: no file that was measured has it.
    fileprivate static let unknown = FileStamp(device: 0, inode: 0, size: 0, seconds: 0, nanoseconds: 0)
}
