import Base

/// The paths of pictures, of their own or in a URL.
enum AddressPath {
    /// The problem with a path of its own, or nil. Spaces and letters of any language are allowed inside, since files have
    /// such names, and apps and `--base-url` encode paths.
    static func fault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        if img.count > 2, img[1] == UInt8(ascii: ":"), (img[0] | 0x20) &- UInt8(ascii: "a") < 26, "/\\".utf8.contains(img[2]) {
            return "img is a path of a Windows disk, which no phone has"
        }
        if let fault = nameFault(img) ?? componentFault(img) { return fault }
        return AddressCharacters.arePlain(img[...]) ? nil : characterFault(img)
    }

    /// The problem with the last component, where a program has written the name of a value that it did not have.
    static func nameFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        var start = img.count
        while start > 0, img[start - 1] != UInt8(ascii: "/") { start -= 1 }
        guard start < img.count, mayBeginMissingValue(img[start]) else { return nil }
        let name = img[start...].prefix { !".?#".utf8.contains($0) }
        let missing = missingValues.first { name.elementsEqual($0.utf8) }
        return missing.map { "img is `\($0)`, which a program writes for a value that is missing" }
    }

    private static let missingValues = ["undefined", "null", "(null)", "NaN", "None", "[object Object]"]

    /// Nearly all names begin with another letter.
    private static func mayBeginMissingValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "u"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "["), UInt8(ascii: "("): true
        default: false
        }
    }

    private static func componentFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        var rest = img[...]
        while true {
            let component = rest.prefix { $0 != UInt8(ascii: "/") }
            if component.elementsEqual("..".utf8) { return "img is a path with `..` in it" }
            if component.startIndex == 0, isBrokenScheme(component), img[component.endIndex...].starts(with: "//".utf8) {
                return "img has no scheme before //, only what looks like one; a URL begins with https://"
            }
            guard component.endIndex < img.count else {
                let isFolder = component.isEmpty || component.elementsEqual(".".utf8)
                return isFolder ? "img is the path of a folder, not of a picture" : nil
            }
            rest = img[(component.endIndex + 1)...]
        }
    }

    /// `https` without its colon, and a colon with a space or nothing before it.
    private static func isBrokenScheme(_ component: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if component.first == UInt8(ascii: " ") { return false }
        return component.last == UInt8(ascii: ":") || component.prefix(4).map { $0 | 0x20 }.elementsEqual("http".utf8)
    }

    private static func characterFault(_ img: UnsafeBufferPointer<UInt8>) -> String? {
        if img.first == UInt8(ascii: " ") { return "img begins with a space" }
        if img.last == UInt8(ascii: " ") { return "img ends with a space" }
        if img.has("\\") { return "img is a path with a backslash in it; in addresses / stands between folders" }
        if let mark = templateMarks.first(where: { isIn(img, $0) }) {
            return "img is a path with `\(mark)` in it, a template that no program has filled in"
        }
        if AddressCharacters.hasBarePercent(img) {
            return "img is a path with \(AddressCharacters.Odd.percent.description); a percent sign of a name is %25"
        }
        return AddressCharacters.firstInvisible(img).map { "img is a path with the invisible character \($0.shownName) in it" }
    }

    private static let templateMarks = ["{{", "${", "{%", "<%"]

    private static func isIn(_ text: UnsafeBufferPointer<UInt8>, _ mark: String) -> Bool {
        text.indices.contains { text[$0...].starts(with: mark.utf8) }
    }
}
