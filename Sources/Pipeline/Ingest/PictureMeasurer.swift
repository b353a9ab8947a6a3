import Decoders
import Encodings
import Failures
import Fetching
import Glibc
import ImageHeaders
import Journals

/// Measures the pictures that rows name: where files, the network and what is remembered meet.
struct PictureMeasurer: ~Copyable {
    let root: PictureRoot
    /// The root's path with a slash behind it.
    let rootPrefix: [UInt8]
    private let remote: RemotePictures
    private var probe: FileProbe
    let memory: PictureMemory?
    var stamps = FileStamps()
    let mirror: PictureMirror?
    let isVerifying: Bool

    init(
        root: [UInt8], remote: RemotePictures, limits: HeaderLimits, memory: PictureMemory? = nil,
        mirror: PictureMirror? = nil, isVerifying: Bool = false
    ) throws(MachineFailure) {
        self.root = try PictureRoot(root)
        let slash = UInt8(ascii: "/")
        rootPrefix = self.root.path.last == slash ? self.root.path : self.root.path + [slash]
        self.remote = remote
        probe = FileProbe(limits: limits)
        self.memory = memory
        self.mirror = mirror
        self.isVerifying = isVerifying
    }

    mutating func measure(_ imgs: [UnsafeBufferPointer<UInt8>]) -> [MeasuredPicture] {
        let now = unixSeconds()
        var pictures = imgs.map { NamedPicture($0, below: root) }
        var measured = recall(&pictures, at: now)
        // The network works while files are read.
        let asked = pictures.indices.filter { measured[$0] == nil && pictures[$0].isRemote }
        let fetching = fetch(asked.map { inquiry(for: pictures[$0]) })
        var learned: [Learned] = []
        for (index, picture) in pictures.enumerated() where measured[index] == nil && !picture.isRemote {
            measured[index] = measure(picture, at: now, &learned)
        }
        memory?.keep(learned)
        for (index, picture) in zip(asked, arrived(fetching)) { measured[index] = picture }
        return measured.compactMap { $0 }
    }

    // MARK: Files

    private mutating func measure(_ picture: NamedPicture, at now: Int64, _ learned: inout [Learned]) -> MeasuredPicture {
        let path: ArraySlice<UInt8>
        switch picture.place {
        case .remote: return MeasuredPicture(Failure(.forbiddenScheme))
        case .nowhere(let failure): return MeasuredPicture(failure)
        case .file(let relative): path = relative
        }
        var status: stat?
        let header: Result<ImageHeader, Failure>
        let sound: Result<ImageHeader, Failure>
        switch root.open(path) {
        case .failure(let failure): (header, sound) = (.failure(failure), .failure(failure))
        case .success(let file):
            defer { close(file) }
            var own = stat()
            status = fstat(file, &own) == 0 ? own : nil
            header = probe.header(ofFile: file)
            sound = verified(header, file)
        }
        let bytes = status.map { Int64($0.st_size) } ?? 0
        // Whether it is sound to its end is the question of a run, and no other run's answer.
        if let memory { learned.append(self.learned(header, of: picture, at: path, status, from: memory, at: now)) }
        return MeasuredPicture(
            result: sound.map { PictureFacts($0, bytes: bytes) }, former: picture.known.flatMap { PictureFacts($0) })
    }

    // MARK: The network

    struct Fetching {
        let inquiries: [RemoteInquiry]
        /// Where the pictures go, if they are wanted whole.
        let partials: [PartialPicture]?
        let pending: PendingPictures
    }

    private func fetch(_ inquiries: [RemoteInquiry]) -> Fetching {
        let urls = inquiries.map(\.url)
        if let mirror {
            let partials = urls.map { PartialPicture($0, in: mirror) }
            return Fetching(inquiries: inquiries, partials: partials, pending: remote.fetch(urls, into: partials))
        }
        let pending = remote.fetch(urls, knowing: inquiries.map(\.validators)) { [memory] index, outcome in
            memory?.keep([inquiries[index].learned(outcome, at: unixSeconds())].compactMap { $0 })
        }
        return Fetching(inquiries: inquiries, partials: nil, pending: pending)
    }

    private func arrived(_ fetching: Fetching) -> [MeasuredPicture] {
        let outcomes = fetching.pending.wait()
        var measured = zip(fetching.inquiries, outcomes).map { $0.measured($1) }
        guard let partials = fetching.partials else { return measured }
        keep(partials, outcomes, &measured)
        let now = unixSeconds()
        let learned = measured.indices.compactMap { index in
            // One that arrived and is not sound is not what a journal tells of.
            measured[index].isOK || !outcomes[index].isPicture ? fetching.inquiries[index].learned(outcomes[index], at: now) : nil
        }
        memory?.keep(learned)
        return measured
    }
}

/// A picture of a batch: where it is looked for, and what is remembered of it.
struct NamedPicture {
    let img: UnsafeBufferPointer<UInt8>
    let place: Place
    var known: KnownPicture?

    enum Place {
        case remote
        /// A path below the root.
        case file(ArraySlice<UInt8>)
        case nowhere(Failure)
    }

    init(_ img: UnsafeBufferPointer<UInt8>, below root: borrowing PictureRoot) {
        self.img = img
        switch PictureReference.parse(img) {
        case .failure(let failure): place = .nowhere(failure)
        case .success(.remote): place = .remote
        case .success(.local(let name)):
            let relative = name.withUnsafeBufferPointer { root.relative($0) }
            place = relative.map { .file($0) } ?? .nowhere(Failure(.outsideRoot))
        }
    }

    var isRemote: Bool { if case .remote = place { true } else { false } }
}

/// What the text of an `img` names.
enum PictureReference {
    /// A path, with the percent-encoding of a file URL undone.
    case local([UInt8])
    case remote

    static func parse(_ img: UnsafeBufferPointer<UInt8>) -> Result<PictureReference, Failure> {
        if isURL(img) { return .success(.remote) }
        guard let scheme = scheme(of: img) else { return .success(.local(Array(img))) }
        switch scheme {
        case "file": return filePath(img).map { .local($0) }
        default: return .failure(Failure(.forbiddenScheme, "\(scheme): is not a scheme that is read"))
        }
    }

    /// Whether it names a picture of the network.
    static func isURL(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        begins(name, with: "http://") || begins(name, with: "https://")
    }

    /// `prefix` is written in small letters.
    private static func begins(_ name: UnsafeBufferPointer<UInt8>, with prefix: StaticString) -> Bool {
        guard name.count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount {
            let byte = name[index]
            guard ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == prefix.utf8Start[index] else { return false }
        }
        return true
    }

    /// The scheme of a URL (RFC 3986, 3.1), in small letters. A colon alone does not make a URL of
    /// a file's name; two slashes behind it do, and `data:` does.
    private static func scheme(of img: UnsafeBufferPointer<UInt8>) -> String? {
        guard let colon = img.prefix(32).firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
        let name = img[..<colon].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard name.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) })
        else { return nil }
        let scheme = String(decoding: name, as: UTF8.self)
        return img[(colon + 1)...].starts(with: Array("//".utf8)) || scheme == "data" ? scheme : nil
    }

    /// The path of `file:///path`, or of `file://localhost/path` (RFC 8089).
    private static func filePath(_ img: UnsafeBufferPointer<UInt8>) -> Result<[UInt8], Failure> {
        let rest = img.dropFirst("file://".utf8.count)
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return .failure(Failure(.badURL)) }
        let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
        guard host.isEmpty || host == "localhost" else {
            return .failure(Failure(.badURL, "a file URL names a file of this machine, not of \(host)"))
        }
        guard let path = percentDecoded(UnsafeBufferPointer(rebasing: rest[slash...])), !path.contains(0) else {
            return .failure(Failure(.badURL))
        }
        return .success(path)
    }
}
