import Foundation
import ImageHeaders
import TestSupport
import Testing
import WeirBase
import WeirSystem

@testable import Fetching
@testable import Measuring

/// The storing of pictures in the mirror.
@Suite struct PictureMirrorTests {
    private let folder: TemporaryFolder
    private static let url = Array("http://a/b.jpg".utf8)
    private static let tag = "\"v1\""

    init() throws { folder = try TemporaryFolder() }

    private func mirror() throws -> PictureMirror { try PictureMirror(folder.path(of: "m").all, limits: HeaderLimits(), cancellation) }
    private let cancellation = Cancellation()

    private func store(_ bytes: String, _ picture: PartialPicture) {
        #expect(bytes.utf8.withContiguousStorageIfAvailable { picture.append(UnsafeRawBufferPointer($0)) } == .some(nil))
    }

    /// Stores the beginning of a picture, like a run that is stopped.
    private func begin(_ bytes: String, tag: String?, total: UInt64?, in mirror: PictureMirror) {
        let picture = PartialPicture(Self.url, in: mirror)
        #expect(picture.kept == nil)
        #expect(picture.open(at: 0, PictureValidators(length: total, etag: tag)) == nil)
        store(bytes, picture)
        picture.close()
    }

    @Test func aPartIsKept() throws {
        let mirror = try mirror()
        begin("12345", tag: Self.tag, total: 9, in: mirror)
        let second = PartialPicture(Self.url, in: mirror)
        #expect(second.kept == PictureValidators(length: 9, etag: Self.tag) && second.count == 5)
        #expect(second.open(at: 5, PictureValidators(length: 9, etag: Self.tag)) == nil)
        store("6789", second)
        second.close()
        // The output of `sha256sum` for 123456789.
        #expect(second.hash == "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225")
        let kept = try mirror.keep([(second, .jpeg)])
        #expect(kept.map(\.isNew) == [true])
        #expect(kept.map(\.bytes) == [9])
        #expect(PartialPicture(Self.url, in: mirror).kept == nil)
    }

    /// A part is continued behind its bytes, if a strong tag shows that the rest belongs to them. A whole picture is taken as
    /// it is, with any tag or none.
    @Test(
        arguments: [
            ("12345", tag, 9, 5, false), ("12345", tag, nil, 5, false), ("1", tag, 1, nil, true), ("", tag, 5, nil, false),
            ("12345", tag, 5, nil, true), ("12345", "W/\"v1\"", 5, nil, true), ("12345", nil, 5, nil, true),
            ("12345", "W/\"v1\"", 9, nil, false), ("12345", nil, 9, nil, false), ("12345", nil, nil, nil, false),
            ("12345", tag, 4, nil, false),
        ] as [(String, String?, UInt64?, UInt64?, Bool)])
    func whatALaterRunUses(bytes: String, tag: String?, total: UInt64?, kept: UInt64?, isWhole: Bool) throws {
        do { begin(bytes, tag: tag, total: total, in: try mirror()) }
        let next = try mirror()
        let picture = PartialPicture(Self.url, in: next)
        #expect((picture.kept == nil ? nil : picture.count) == kept)
        #expect((next.leftover(of: Self.url) != nil) == isWhole)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/m/.partial").isEmpty == (kept == nil && !isWhole))
    }

    /// A server may not announce the length. It is known at the end.
    @Test func aWholePictureWithoutALength() throws {
        do {
            let mirror = try mirror()
            let picture = PartialPicture(Self.url, in: mirror)
            #expect(picture.open(at: 0, PictureValidators(lastModified: "then")) == nil)
            store("12345", picture)
            picture.noteLength(PictureValidators(length: 5, lastModified: "then"))
        }
        #expect(try mirror().leftover(of: Self.url)?.version?.lastModified == "then")
    }

    /// A later run keeps only parts that have a note.
    @Test func leftoversAreRemoved() throws {
        func run(_ tag: String?) throws {
            let mirror = try mirror()
            let picture = PartialPicture(Self.url, in: mirror)
            #expect(picture.open(at: 0, PictureValidators(length: 9, etag: tag)) == nil)
            store("12345", picture)
        }
        try run(nil)
        #expect(PartialPicture(Self.url, in: try mirror()).kept == nil)
        try run(Self.tag)
        try folder.add("m/.partial/" + Bytes(String(repeating: "a", count: 64)), "a part without a note")
        try folder.add("m/.partial/" + Bytes(String(repeating: "b", count: 64) + ".json"), "a note without a part")
        try folder.add("m/.partial/notes.txt", "mine")
        let last = try mirror()
        let kept = PartialPicture(Self.url, in: last)
        #expect(kept.kept != nil && kept.count == 5)
        let name = String(decoding: PartialPicture.name(of: Self.url), as: UTF8.self)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/m/.partial").sorted()
        #expect(names == [name, name + ".json", "notes.txt"].sorted())
    }

    /// A run that was killed beside another one had a folder of its own. The next run continues its parts.
    @Test(arguments: [false, true]) func partsOfASecondRun(hasOwnPart: Bool) throws {
        do {
            let first = try mirror()
            let second = try mirror()
            begin("12345", tag: Self.tag, total: 9, in: second)
            if hasOwnPart { begin("1234567", tag: Self.tag, total: 9, in: first) }
        }
        try folder.add("m/.partial-2/notes.txt", "mine")
        let picture = PartialPicture(Self.url, in: try mirror())
        #expect(picture.kept != nil && picture.count == (hasOwnPart ? 7 : 5))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/m/.partial-2") == ["notes.txt"])
    }

    /// A part with a second name may be another program's file, and a pipe would wait. Both are replaced, and the other
    /// name keeps its content.
    @Test(arguments: [false, true]) func foreignParts(isPipe: Bool) throws {
        let mirror = try mirror()
        begin("12345", tag: Self.tag, total: 9, in: mirror)
        let name = String(decoding: PartialPicture(Self.url, in: mirror).name, as: UTF8.self)
        let path = folder.path + "/m/.partial/" + name
        try FileManager.default.removeItem(atPath: path)
        try folder.add("victim", "precious")
        if isPipe {
            try folder.addPipe("m/.partial/" + Bytes(name))
        } else {
            try FileManager.default.linkItem(atPath: folder.path + "/victim", toPath: path)
        }
        begin("123456789", tag: Self.tag, total: 9, in: mirror)
        #expect(FileManager.default.contents(atPath: path) == Data("123456789".utf8))
        #expect(FileManager.default.contents(atPath: folder.path + "/victim") == Data("precious".utf8))
    }

    @Test(
        arguments: [
            (.connect, true), (.timeout, true), (.cancelled, true), (.truncated, true), (.httpStatus, true), (.unreadable, true),
            (.notFound, true),
            (.tooLarge, false), (.notAnImage, false), (.contentMismatch, false), (.corrupt, false),
        ] as [(Failure.Code, Bool)])
    func partsAfterAFailure(code: Failure.Code, isKept: Bool) throws {
        let mirror = try mirror()
        let picture = PartialPicture(Self.url, in: mirror)
        #expect(picture.open(at: 0, PictureValidators(length: 9, etag: Self.tag)) == nil)
        store("12345", picture)
        picture.close()
        picture.leave(after: Failure(code))
        #expect((PartialPicture(Self.url, in: mirror).kept != nil) == isKept)
    }

    /// If the mirror cannot store a picture, the run fails with the first reason.
    @Test func failures() throws {
        let mirror = try mirror()
        #expect(cancellation.reason == nil)
        #expect(mirror.fail(.machine("first")).code == .cancelled)
        _ = mirror.fail(.machine("second"))
        #expect(cancellation.reason == .machine("first"))
    }
}
