extension Rule {
    /// All rules, in the order in which they are listed.
    public static let all = ManifestRules.all + PictureRules.all + [LayoutInput.rule] + LayoutRules.all + FrameRules.all
}
