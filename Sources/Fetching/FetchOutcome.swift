import Base

/// The result of fetching one picture, and its cost.
package struct FetchOutcome: Equatable, Sendable {
    package let result: Result<FetchAnswer, Failure>
    package internal(set) var cost: FetchCost
    /// The status of the last answer, if that status is the failure.
    package let status: Int?
    /// The URL to which permanent redirects led from the picture's; nil if there were none.
    package internal(set) var movedTo: [UInt8]?

    init(result: Result<FetchAnswer, Failure>, cost: FetchCost, status: Int?) {
        self.result = result
        self.cost = cost
        self.status = status
    }

    /// Whether this machine is out of something, so that the outcome says nothing of the picture.
    package var isOfTheMachine: Bool { if case .failure(let failure) = result { failure.isOfTheMachine } else { false } }

    /// A failure before any server was asked.
    package init(_ failure: Failure) { self.init(result: .failure(failure), cost: FetchCost(), status: nil) }
}

/// The number of requests for one picture, and the reasons for more than one.
package struct FetchCost: Equatable, Sendable {
    package internal(set) var requests = 0
    package internal(set) var retries = 0
    package internal(set) var redirects = 0
    package internal(set) var restarts = 0

    mutating func add(_ other: FetchCost) {
        requests += other.requests
        retries += other.retries
        redirects += other.redirects
        restarts += other.restarts
    }
}
