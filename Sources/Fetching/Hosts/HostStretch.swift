/// Pictures of one host that follow one another in an order, as rows mostly do: the host is looked up once for all of them.
struct HostStretch: Sendable {
    let origin: String
    private(set) var indices: Range<Int>

    /// The stretches of a list, and the places of what is no address.
    static func all(in addresses: [Result<WebAddress, WebAddress.Refusal>]) -> (stretches: [HostStretch], refused: [Int]) {
        var stretches: [HostStretch] = []
        var refused: [Int] = []
        for (index, address) in addresses.enumerated() {
            guard case .success(let address) = address else {
                refused.append(index)
                continue
            }
            if let last = stretches.last, last.indices.upperBound == index, last.origin == address.origin {
                stretches[stretches.count - 1].indices = last.indices.lowerBound..<index + 1
            } else {
                stretches.append(HostStretch(origin: address.origin, indices: index..<index + 1))
            }
        }
        return (stretches, refused)
    }
}
