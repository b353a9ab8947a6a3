/// Why a finding is not told.
public enum Silence: Sendable {
    /// The baseline has it already.
    case known
    /// The configuration says so, for its file or its picture.
    case ignored

    /// Answers whether a finding about a file is silent.
    public typealias Judge = @Sendable (_ file: String, _ finding: FindingIdentity) -> Silence?

    /// Answers whether what a rule about layouts finds of an item is silent, on whichever screen.
    public typealias ItemJudge = @Sendable (_ rule: Rule, _ item: Int?) -> Silence?
}
