/// Pictures of one host that follow one another in an order, as rows mostly do: the host is looked up once for all of them.
struct HostRun: Sendable {
    let origin: String
    private(set) var indices: Range<Int>

    /// The runs of a list of addresses, and the indices of the URLs that have none.
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
