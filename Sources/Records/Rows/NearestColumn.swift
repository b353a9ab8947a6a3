import Base

/// The name that was probably meant: one that is written almost like `name`, or else the only one with a likely word.
func nearestColumn(to name: String, among names: [String], likely words: [String]) -> String? {
    if let nearest = nearestName(to: name, among: names.filter { $0.utf8.count < 64 }) { return nearest }
    return likelyName(among: names, words)
}

/// The only name with the first word that any name has alone.
func likelyName(among names: [String], _ words: [String]) -> String? {
    for word in words {
        let found = names.filter { $0.lowercased().contains(word) }
        if found.count == 1 { return found[0] }
    }
    return nil
}

/// A name of a catalogue, shortened and with its control characters made visible.
func shown(_ name: String) -> String {
    let longest = 64
    var text = ByteBuffer()
    Array(name.utf8.prefix(longest)).withUnsafeBufferPointer { text.append(escaping: $0) }
    return String(decoding: text.bytes, as: UTF8.self) + (name.utf8.count > longest ? "…" : "")
}
