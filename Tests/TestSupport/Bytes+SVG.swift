extension Bytes {
    /// A small SVG that takes hours to draw: copies of copies of a circle of many dashes.
    public static let endlessSVG: Bytes = {
        let copies = (1..<6).map { level in
            "<g id='a\(level)'>" + String(repeating: "<use xlink:href='#a\(level - 1)'/>", count: 10) + "</g>"
        }
        return Bytes(
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='100' height='100'><defs>"
                + "<g id='a0'><circle cx='50' cy='50' r='40' stroke='red' stroke-dasharray='0.01'/></g>" + copies.joined()
                + "</defs><use xlink:href='#a5'/></svg>")
    }()
}
