import Base

/// What became of a picture that was to be fetched.
public struct FetchOutcome: Sendable {
    public let result: Result<FetchAnswer, Failure>
    public let cost: FetchCost
    /// What the server answered last, where the failure is that answer.
    public let status: Int?

    init(result: Result<FetchAnswer, Failure>, cost: FetchCost, status: Int?) {
        self.result = result
        self.cost = cost
        self.status = status
    }

    /// A picture that nobody was asked for.
    public init(_ failure: Failure) { self.init(result: .failure(failure), cost: FetchCost(), status: nil) }
}
