/// The reason why a finding is not reported.
public enum Silence: Sendable {
    /// The baseline has it already.
    case known
    /// An ignore of the configuration covers its file or its picture.
    case ignored

    /// Returns why a finding about a file is silent, or nil.
    public typealias FindingLookup = @Sendable (_ file: String, _ finding: FindingIdentity) -> Silence?

    /// Returns why the findings of a rule about layouts and an item are silent on all screens, or nil.
    package typealias ItemLookup = @Sendable (_ rule: Rule, _ item: Int?) -> Silence?
}
