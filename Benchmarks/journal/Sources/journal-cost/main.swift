// Does one thing to a journal of N pictures, so that measure.py can time it as a process.
//
// usage: journal-cost fill|refill|same|names|load|lookup|records|export|catalogue JOURNAL N url|file
import Glibc
import ImageHeaders
import Journals
import WeirBase

let words = CommandLine.arguments
guard words.count == 5, let count = Int(words[3]) else {
    fatalError("usage: journal-cost fill|refill|same|names|load|lookup|records|export|catalogue JOURNAL N url|file")
}
let isLocal = words[4] == "file"
let start: Int64 = 1_700_000_000

func scattered(_ number: Int) -> UInt64 { UInt64(number) &* 0x9E37_79B9_7F4A_7C15 }

func name(_ number: Int) -> String {
    let mark = String(scattered(number), radix: 16)
    return (isLocal ? "/srv/shop/pictures/" : "https://cdn.shop.example/p/") + "\(mark.prefix(2))/\(mark)-\(number).jpg"
}

func stamp(_ number: Int) -> FileStamp {
    FileStamp(device: 65025, inode: UInt64(number) + 10_000_000, size: 100_000, seconds: 1_690_000_000, nanoseconds: 1)
}

func key(_ number: Int) -> PictureKey {
    isLocal ? .file(Array(name(number).utf8), stamp(number)) : .url(Array(name(number).utf8))
}

func record(_ number: Int, asked: Int64) -> PictureRecord {
    let size = PixelSize(width: 1200, height: 800 + number % 900)
    var record = PictureRecord(asked: asked)
    record.succeed(
        ImageHeader(format: .jpeg, displayed: size, stored: size, orientation: .up), bytes: 100_000, headerEnd: 1024,
        entityTag: isLocal ? nil : Array("\"\(scattered(number))-\(number)\"".utf8),
        lastModified: isLocal ? nil : Array("Wed, 21 Oct 2015 07:28:00 GMT".utf8), at: asked)
    return record
}

/// Looks up all pictures in batches of the usual size. Each batch is spread over the whole journal.
func lookUpAll(_ journal: Journal) throws -> Int {
    var found = 0
    var batch: [PictureKey] = []
    var number = 0
    for index in 0..<count {
        number = (number + 7919) % count
        var text = name(number)
        text.withUTF8 { batch.append(isLocal ? .file(Array($0), stamp(number)) : .url(Array($0))) }
        if batch.count == 1000 || index == count - 1 {
            for known in try journal.lookup(batch) where known?.isFresh(at: start + 10, maxAge: 3600) == true { found += 1 }
            batch.removeAll(keepingCapacity: true)
        }
    }
    return found
}

/// Writes the output of `append` until it returns false.
func write(_ append: (inout ByteBuffer) throws -> Bool) throws {
    var output = ByteBuffer(capacity: 1 << 20)
    var isMore = true
    while isMore {
        isMore = try append(&output)
        if output.count > 1 << 19 || !isMore {
            output.withBytes { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            output.removeAll()
        }
    }
}

/// A function, so that the journal is closed at its end.
func run() throws {
    let journal = try Journal(Array(words[2].utf8), ["fill", "refill", "same"].contains(words[1]) ? .writing : .reading)
    switch words[1] {
    case "fill", "refill", "same":
        var writer = journal.writer()
        for number in 0..<count {
            try writer.record(key(number), record(number, asked: words[1] == "refill" ? start + Int64(number % 2) + 1 : start))
            if writer.unflushed == 5000 { try writer.flush() }
        }
        try writer.flush()
    case "names":
        var sum = 0
        for number in 0..<count { sum += name(number).utf8.count }
        precondition(sum > 0)
    case "load":
        _ = try journal.lookup([])
    case "lookup":
        let found = try lookUpAll(journal)
        precondition(found == count, "\(found) of \(count) pictures were found")
    case "records":
        for number in 0..<count {
            let record = try journal.record(of: key(number))
            precondition(record != nil)
        }
    case "export":
        var rows = try journal.rows()
        try write { output in
            let row = try rows.next()
            row?.appendLine(to: &output)
            return row != nil
        }
    case "catalogue":
        var number = 0
        try write { output in
            output.append(number == 0 ? "[\n" : ",\n")
            output.append("{\"img\":\"\(name(number))\",\"price\":\"\(scattered(number) % 5000).90\"}")
            number += 1
            if number == count { output.append("\n]\n") }
            return number < count
        }
    default: fatalError("there is no \(words[1])")
    }
}

try run()
