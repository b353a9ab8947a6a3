// Measures layouts and prints one figure on each line. `compare` runs it alternately with the plain C loop.
//
// usage: LayoutBenchmark layout PICTURES COLUMNS float|double | engine PICTURES LAYOUT | rest PICTURES LAYOUT | read MANIFEST
import Glibc
import Layouts
import Manifests

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The resident memory in bytes.
func resident() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (Int(text.split(separator: " ")[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Generates the same sizes as the C program.
struct Sides {
    private var state: UInt32 = 12345

    mutating func next() -> Int32 {
        state = state &* 1_664_525 &+ 1_013_904_223
        return 100 + Int32(state >> 8) % 1900
    }
}

func page(_ count: Int) throws -> PicturePage {
    var sides = Sides()
    var widths = [Int32](repeating: 0, count: count)
    var heights = widths
    for index in 0..<count {
        widths[index] = sides.next()
        heights[index] = sides.next()
    }
    return try PicturePage(widths: widths, heights: heights)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let phone = Size(width: 375, height: 667)

func layout(_ columns: Int, _ arithmetic: ColumnArithmetic) throws -> LFWaterflow {
    try LFWaterflow(viewport: phone, columns: columns, columnSpacing: 1, arithmetic: arithmetic)
}

func timeLayout(_ count: Int, _ columns: Int, _ arithmetic: ColumnArithmetic) throws {
    let page = try page(count)
    let start = now()
    var layout = try layout(columns, arithmetic)
    layout.append(page)
    let spent = now() - start
    print("\(layout.contentSize.height)\t\(spent / Double(count))")
}

/// Lays pictures out with the defaults of a layout.
func timeEngine(_ count: Int, _ name: String) throws {
    let page = try page(count)
    let recipe = try LayoutRecipe(name)
    let start = now()
    let layout = try recipe.layout(of: page, in: phone)
    let spent = now() - start
    print("\(layout.contentSize.height)\t\(spent / Double(count))")
}

/// The median time of a query for one screen, in µs, and the number of frames it returns.
func timeQueries(_ layout: some Layout) -> (Double, Int) {
    let content = layout.contentSize
    let isHorizontal = layout.guarantees.scrollsHorizontally
    var sides = Sides()
    var times: [Double] = []
    var found = 0
    for _ in 0..<20_000 {
        let part = Double(sides.next()) / 2000
        let rect = Rect(
            x: isHorizontal ? part * content.width : 0, y: isHorizontal ? 0 : part * content.height, width: phone.width,
            height: phone.height)
        let start = now()
        found += layout.items(meeting: rect).count
        times.append(now() - start)
    }
    return (median(times) / 1000, found / times.count)
}

/// The median time of appending a page, in µs.
func timeAppends(_ layout: inout some Layout, _ next: PicturePage) -> Double {
    let times = (0..<1000).map { _ in
        let start = now()
        layout.append(next)
        return now() - start
    }
    return median(times) / 1000
}

func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }

/// Measures one layout. Each layout needs a process of its own, because freed memory would hide the next layout's use.
func timeRest(_ count: Int, _ name: String) throws {
    let recipe = try LayoutRecipe(name)
    let next = try page(100)
    let before = resident()
    let page = try page(count)
    var layout = try recipe.layout(of: page, in: phone)
    let bytes = Double(resident() - before) / Double(page.count)
    let (query, frames) = timeQueries(layout)
    let append = timeAppends(&layout, next)
    var empty = try recipe.layout(in: phone)
    let first = timeAppends(&empty, next)
    print("| `\(name)` | \(rounded(bytes)) | \(rounded(query)) | \(frames) | \(rounded(append)) | \(rounded(first)) |")
}

/// Reads the sizes of a manifest and does nothing with them. This is the floor of `weir layout`.
func readSizes(_ path: String) throws {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { exit(2) }
    defer { close(file) }
    let length = Int(lseek(file, 0, SEEK_END))
    guard let bytes = mmap(nil, length, PROT_READ, MAP_PRIVATE, file, 0), bytes != MAP_FAILED else { exit(2) }
    print(try ManifestDocument(UnsafeRawBufferPointer(start: bytes, count: length), keepsTexts: false).count)
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.dropFirst().first.flatMap { Int($0) }) {
case ("layout", let count?) where arguments.count == 4:
    try timeLayout(count, Int(arguments[2]) ?? 0, ColumnArithmetic(rawValue: arguments[3]) ?? .float)
case ("engine", let count?) where arguments.count == 3: try timeEngine(count, arguments[2])
case ("rest", let count?) where arguments.count == 3: try timeRest(count, arguments[2])
case ("read", _) where arguments.count == 2: try readSizes(arguments[1])
default: exit(2)
}
