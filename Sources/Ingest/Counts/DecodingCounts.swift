import Measuring

/// The pictures whose pixels a run wanted for placeholders.
package struct DecodingCounts: Equatable, Sendable {
    /// Pictures that were decoded.
    package var decoded = 0
    /// Pictures with a size whose pixels cannot be decoded.
    package var undecoded = 0
    /// Pictures of which only the header was fetched.
    package var headersAlone = 0

    package init() {}

    mutating func add(_ result: PlaceholderResult) {
        switch result {
        case .complete(_, let isDecoded): decoded += isDecoded ? 1 : 0
        case .undecoded: undecoded += 1
        case .headerAlone: headersAlone += 1
        }
    }
}
