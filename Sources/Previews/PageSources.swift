import CWeirResources
import WeirBase

/// The sources of the preview's page, made of the files in `Page`, and of modules of the package for apps.
enum PageSources {
    /// The style of the page.
    static let style = file("page.css")

    /// The style of the document that is the screen of a phone.
    static let phoneStyle = file("phone.css")

    /// The elements of the page, from the start of the body on. The screens of its phones are documents of their own.
    static let body: String = {
        var screen = ByteBuffer()
        screen.append(xmlAttribute: file("screen.html").replacing("{{phone.css}}", with: phoneStyle))
        return file("page.html").replacing("{{screen}}", with: String(decoding: screen.bytes, as: UTF8.self))
    }()

    /// All modules as one script, since a page in a file can import nothing. A name that two modules have is refused by browsers.
    static let script: String = modules.map { module in
        module.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix(exporting) ? $0.dropFirst(exporting.count) : $0 }.joined(separator: "\n")
    }.joined(separator: "\n\n")

    private static let exporting = "export "

    private static var modules: [String] {
        let shared = files(CResources_package()).filter { ["addresses.js", "placeholder.js", "tiles.js"].contains($0.name) }
        return (shared + files.filter { $0.name.hasSuffix(".js") }).map(\.text)
    }

    private static func file(_ name: String) -> String {
        guard let file = files.first(where: { $0.name == name }) else { preconditionFailure("the page has no \(name)") }
        return file.text
    }

    private static let files = files(CResources_page())

    private static func files(_ first: UnsafePointer<CResource>?) -> [(name: String, text: String)] {
        resources(first).map { path, bytes in
            var text = bytes[...]
            while text.last == UInt8(ascii: "\n") { text.removeLast() }
            return (path, String(decoding: text, as: UTF8.self))
        }
    }
}

/// Files that the program has in itself, from a list whose last one has no path.
package func resources(_ first: UnsafePointer<CResource>?) -> [(path: String, bytes: UnsafeBufferPointer<UInt8>)] {
    var files: [(String, UnsafeBufferPointer<UInt8>)] = []
    var next = first
    while let file = next?.pointee, let path = file.path {
        files.append((String(cString: path), UnsafeBufferPointer(start: file.bytes, count: file.count)))
        next = next?.successor()
    }
    return files
}
