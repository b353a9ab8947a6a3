import Base

extension Flag {
    /// The option that chooses among the files in folders. `purpose` begins its help.
    static func pathFilter(_ purpose: String, _ path: WritableKeyPath<Options, PathFilter> & Sendable) -> Flag {
        let spec = FlagSpec(
            name: "glob", value: ValueSpec(placeholder: "PATTERN", completion: .nothing), group: .input,
            isRepeatable: true,
            help: """
                \(purpose) only files that match PATTERN, such as '*.jpg'; with ! before it, leave them out. Several may be \
                given, and the last that matches decides. A pattern without a slash is for names, one with a slash for paths \
                below the folder, in which ** is any folders.
                """)
        return Flag(
            spec: spec,
            effect: .value { options, argument throws(UsageError) in
                do throws(GlobFailure) { try options[keyPath: path].add(argument.bytes) } catch {
                    throw UsageError("\(argument.shown): \(error.message)")
                }
            })
    }
}
