/// The pictures of one host in an order. The host is looked up once for all of them.
struct HostRun: Sendable {
    let origin: String
    private(set) var indices: [Int32]

    /// The runs in a list of addresses, and the indices of URLs without an address. The addresses of a run get one text for
    /// their origin, since a run of weir has many addresses that wait.
    static func all(in addresses: inout [Result<WebAddress, WebAddress.Refusal>]) -> (runs: [HostRun], refused: [Int]) {
        var runs: [HostRun] = []
        var numbers: [String: Int] = [:]
        var refused: [Int] = []
        var last = 0
        for index in addresses.indices {
            guard case .success(var address) = addresses[index] else {
                refused.append(index)
                continue
            }
            if runs.isEmpty || runs[last].origin != address.origin {
                last = numbers[address.origin] ?? runs.count
                if last == runs.count {
                    numbers[address.origin] = last
                    runs.append(HostRun(origin: address.origin, indices: []))
                }
            }
            runs[last].indices.append(Int32(index))
            address.origin = runs[last].origin
            addresses[index] = .success(address)
        }
        return (runs, refused)
    }
}
