import Glibc
import ImageHeaders
import Pixels
import WeirBase
import WeirSystem

/// Decodes pictures in a process of its own, whose libraries may crash or never end. Then only the picture at hand has no
/// pixels, and the next one gets a new process.
///
/// Each thread of the decoders' lane has its own. The process starts with the first picture that asks for it.
package final class DecoderProcess: SeparateDecoder {
    private let limits: DecoderLimits
    private let program: DecoderProgram
    private(set) var child: ChildProcess?

    package init(_ limits: DecoderLimits = DecoderLimits(), program: DecoderProgram = .running) {
        (self.limits, self.program) = (limits, program)
    }

    package func smallPicture(of picture: some PictureBytes, header: ImageHeader, longestSide: Int) throws(Failure) -> SmallPicture {
        let child = try startedChild()
        let job = DecoderJob(header, count: picture.count, longestSide: longestSide)
        var unread: Failure?
        if child.send(job.numbers) {
            while let numbers = child.receive(DecoderAnswer.length), let answer = DecoderAnswer(rawValue: numbers[0]) {
                switch answer {
                case .needs:
                    guard let count = Int(exactly: numbers[2]), count <= DecoderAnswer.longestRead else { throw lost(child) }
                    var bytes = [UInt8](repeating: 0, count: count)
                    do throws(Failure) { bytes.removeLast(count - (try picture.read(at: numbers[1], into: &bytes))) } catch {
                        (unread, bytes) = (error, [])
                    }
                    guard child.send([UInt64(bytes.count)]), bytes.withUnsafeBytes({ child.send($0) }) else { throw lost(child) }
                case .picture:
                    guard let small = child.receivePicture(numbers[1], numbers[2], longestSide) else { throw lost(child) }
                    if let unread { throw unread }
                    return small
                case .failure:
                    guard let failure = child.receiveFailure(numbers[1], numbers[2]) else { throw lost(child) }
                    throw unread ?? failure
                }
            }
        }
        throw lost(child)
    }

    private func startedChild() throws(Failure) -> ChildProcess {
        if let child { return child }
        let environment = environment(["PATH", "HOME", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"])
        guard
            let child = ChildProcess(
                program.path, program.arguments + limits.arguments, environment: environment + ["SWIFT_BACKTRACE=enable=no"],
                patience: limits.patience)
        else { throw Failure(.unsupportedFormat, "the process that decodes its pixels cannot be started: \(errorText(errno))") }
        self.child = child
        return child
    }

    /// The exit status of weir's allocator (CMemory) when no memory is left, whatever library asked for it.
    private static let statusWithoutMemory: Int32 = 3

    /// The failure of the picture that the process was lost with.
    private func lost(_ child: ChildProcess) -> Failure {
        self.child = nil
        let hasStalled = child.hasStalled
        switch child.end() {
        case _ where hasStalled: return Failure(.tooLarge, "its decoder did not move for \(limits.patience) s")
        case .signalled(SIGXCPU): return Failure(.tooLarge, "decoding it takes more than \(limits.seconds) s of a processor")
        case .exited(Self.statusWithoutMemory):
            return Failure(.tooLarge, "decoding it takes more than \(limits.memory >> 20) MiB of memory")
        case .signalled(let signal):
            return Failure(.corrupt, "its decoder was ended by signal \(signal), within \(limits.memory >> 20) MiB of memory")
        case .exited(let status):
            return Failure(.corrupt, "its decoder ended with status \(status), within \(limits.memory >> 20) MiB of memory")
        }
    }
}

extension ChildProcess {
    func send(_ numbers: [UInt64]) -> Bool { numbers.withUnsafeBytes { send($0) } }

    func receive(_ count: Int) -> [UInt64]? {
        var numbers = [UInt64](repeating: 0, count: count)
        return numbers.withUnsafeMutableBytes { receive(into: $0) } ? numbers : nil
    }

    fileprivate func receivePicture(_ width: UInt64, _ height: UInt64, _ longestSide: Int) -> SmallPicture? {
        let sides = 1...UInt64(longestSide)
        guard sides.contains(width), sides.contains(height) else { return nil }
        var pixels = [UInt8](repeating: 0, count: 4 * Int(width) * Int(height))
        guard pixels.withUnsafeMutableBytes({ receive(into: $0) }) else { return nil }
        return SmallPicture(size: PixelSize(width: Int(width), height: Int(height)), pixels: pixels)
    }

    fileprivate func receiveFailure(_ code: UInt64, _ length: UInt64) -> Failure? {
        guard let code = Failure.Code(number: code), length <= UInt64(DecoderAnswer.longestMessage) else { return nil }
        var message = [UInt8](repeating: 0, count: Int(length))
        guard message.withUnsafeMutableBytes({ receive(into: $0) }) else { return nil }
        return Failure(code, String(decoding: message, as: UTF8.self))
    }
}

extension PictureBytes {
    fileprivate func read(at offset: UInt64, into bytes: inout [UInt8]) throws(Failure) -> Int {
        var result = Result<Int, Failure>.success(0)
        bytes.withUnsafeMutableBytes { buffer in
            do throws(Failure) { result = .success(try read(at: offset, into: buffer)) } catch { result = .failure(error) }
        }
        return try result.get()
    }
}

/// The program that decodes: this one, with an argument that its help does not list.
package struct DecoderProgram: Sendable {
    let path: String
    let arguments: [String]

    package init(path: String, arguments: [String]) { (self.path, self.arguments) = (path, arguments) }

    /// The argument that makes weir a decoder process. Behind it stand the limits, which `DecoderLimits` reads.
    package static let command = "decode-pictures"

    /// The program that is running. Without /proc it is found by the name that it was started with.
    package static let running = {
        let name = String(decoding: processArguments.first ?? [], as: UTF8.self)
        return DecoderProgram(path: access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : name, arguments: [name, command])
    }()
}

/// A request to a decoder process for a small picture. All numbers between the processes have eight bytes.
///
/// The decoder process asks for the picture's bytes while it decodes, so no more of them than it needs are read.
struct DecoderJob: Equatable {
    let header: ImageHeader
    /// The length of the picture in bytes.
    let count: UInt64
    let longestSide: Int

    init(_ header: ImageHeader, count: UInt64, longestSide: Int) {
        (self.header, self.count, self.longestSide) = (header, count, longestSide)
    }

    static let length = 9

    var numbers: [UInt64] {
        let sides = [header.displayed.width, header.displayed.height, header.stored.width, header.stored.height]
        return [count, UInt64(longestSide), UInt64(header.format.code), UInt64(header.orientation.rawValue), UInt64(header.traits.bits)]
            + sides.map { UInt64($0) }
    }

    init?(_ numbers: [UInt64]) {
        let values = numbers.compactMap { Int(exactly: $0) }
        guard values.count == DecoderJob.length, let format = UInt8(exactly: values[2]).flatMap(ImageFormat.init(knownCode:)),
            values[1] > 0, let orientation = Orientation(rawValue: values[3]), let traits = UInt16(exactly: values[4]),
            values[5...].allSatisfy({ $0 > 0 })
        else { return nil }
        header = ImageHeader(
            format: format, displayed: PixelSize(width: values[5], height: values[6]),
            stored: PixelSize(width: values[7], height: values[8]), orientation: orientation, traits: PictureTraits(bits: traits))
        count = numbers[0]
        longestSide = values[1]
    }
}

/// A message of a decoder process. Two numbers follow each, and bytes follow those of the last two.
enum DecoderAnswer: UInt64 {
    /// Send bytes: their offset and how many. The reply is how many there are, and then these.
    case needs = 1
    /// The width and the height of the small picture, then its pixels.
    case picture
    /// The number of a failure's code and the length of its message, then the message.
    case failure

    static let length = 3
    /// The largest number of bytes that may be asked for at once.
    static let longestRead = 1 << 20
    static let longestMessage = 4096
}

extension Failure.Code {
    var number: UInt64 { UInt64(Failure.Code.allCases.firstIndex(of: self) ?? 0) }

    init?(number: UInt64) {
        guard let index = Int(exactly: number), Failure.Code.allCases.indices.contains(index) else { return nil }
        self = Failure.Code.allCases[index]
    }
}
