/// The parts of a manifest that rules did not look at: the third answer beside found and clean. Such a part has neither passed
/// nor been put right.
public struct Unchecked: Equatable, Sendable {
    /// The inputs of rules that this check did not have.
    private var missing = Set(Rule.Need.allCases)
    /// Why rules looked at a part of the manifest only, by their ids.
    private var reasons: [String: String] = [:]
    /// The pictures that could not be measured.
    private var pictures: [String: PictureComparison.FailureKind] = [:]
    private var pictureCounts: [PictureComparison.FailureKind: Int] = [:]

    init() {}

    /// Records that the check has an input that rules need.
    mutating func markGiven(_ need: Rule.Need) { missing.remove(need) }

    /// Records that a rule could not look at all of the manifest. `reason` is a phrase.
    mutating func add(_ rule: Rule, _ reason: String) { reasons[rule.id] = reasons[rule.id] ?? reason }

    mutating func add(_ img: String, _ kind: PictureComparison.FailureKind) {
        guard pictures.updateValue(kind, forKey: img) == nil else { return }
        pictureCounts[kind, default: 0] += 1
    }

    /// Why a rule without findings has not passed, as a phrase; nil if it looked at everything.
    public func reason(of rule: Rule) -> String? {
        if let need = Rule.Need.allCases.first(where: { rule.needs.contains($0) && missing.contains($0) }) { return need.reason }
        if let reason = reasons[rule.id] { return reason }
        let count = pictureCounts.reduce(0) { $0 + (ManifestRules.looks(rule, at: $1.key) ? 0 : $1.value) }
        return count == 0 ? nil : "\(count) \(count == 1 ? "picture" : "pictures") could not be measured"
    }

    /// Whether a finding of the rule about this picture may be there although it was not found. `img` is nil for a finding
    /// that is about no picture.
    public func covers(_ rule: Rule, img: String?) -> Bool {
        guard rule.family == .pictures, !missing.contains(.pictures), let img else { return reason(of: rule) != nil }
        // The names of such pictures are not kept.
        if reasons[rule.id] != nil { return true }
        // A rule about single pictures has looked at all the others.
        return pictures[img].map { !ManifestRules.looks(rule, at: $0) } ?? false
    }
}

extension Rule.Need {
    /// Why a rule that needs this looked at nothing.
    fileprivate var reason: String {
        switch self {
        case .previous: "there is no previous manifest to compare with"
        case .pictures: "pictures were not looked at"
        case .journal: "there is no journal, which knows the pictures of earlier nights"
        case .frames: "there are no frames of an app to compare with"
        case .index: "the manifest has no index"
        case .profiles: "no profile of a channel is named"
        }
    }
}

extension ManifestRules {
    /// Whether a rule learns something of a picture that could not be measured for this reason. Rules about frames need the sizes
    /// of all pictures.
    fileprivate static func looks(_ rule: Rule, at kind: PictureComparison.FailureKind) -> Bool {
        guard rule.needs.contains(.pictures) else { return true }
        return types.first { $0.rule.id == rule.id }?.failuresLookedAt.contains(kind) ?? false
    }
}
