/// Consecutive pictures of one host in an order. The host is looked up once for all of them.
struct HostRun: Sendable {
    let origin: String
    private(set) var indices: Range<Int>

    /// The runs in a list of addresses, and the indices of URLs without an address.
    static func all(in addresses: [Result<WebAddress, WebAddress.Refusal>]) -> (runs: [HostRun], refused: [Int]) {
        var runs: [HostRun] = []
        var refused: [Int] = []
        for (index, address) in addresses.enumerated() {
            guard case .success(let address) = address else {
                refused.append(index)
                continue
            }
            if let last = runs.last, last.indices.upperBound == index, last.origin == address.origin {
                runs[runs.count - 1].indices = last.indices.lowerBound..<index + 1
            } else {
                runs.append(HostRun(origin: address.origin, indices: index..<index + 1))
            }
        }
        return (runs, refused)
    }
}
