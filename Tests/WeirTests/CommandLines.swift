@testable import weir

/// The words of a command line as its bytes.
func arguments(_ words: [String]) -> ArraySlice<Argument> {
    words.map { Argument($0) }[...]
}

/// The words of a command line that has no quotes.
func arguments(_ line: String) -> ArraySlice<Argument> {
    arguments(line.split(separator: " ").map(String.init))
}
