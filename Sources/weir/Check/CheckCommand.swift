import System

extension Command {
    static let check = Command(
        name: "check",
        summary: "Check manifests, their pictures, and the layouts of both.",
        operands: ValueSpec(placeholder: "MANIFEST...", completion: .files),
        paragraphs: [
            """
            Holds manifests against rules: that they parse, that sizes and prices are there and plausible, that pages \
            are what their index says, and that the layouts which phones compute from them hold on each screen. With \
            --images it also looks at the pictures. Standard output has the findings alone.
            """,
            """
            MANIFEST is a file, a folder of pages, or - for standard input. The exit status is 1 where a finding weighs \
            as much as --fail-on says. weir rules prints the rules, and what each is about.
            """,
        ],
        examples: [
            Example(line: "weir check manifest.json", meaning: "Check a manifest and its layouts on a phone."),
            Example(
                line: "weir check pages --images --root pictures --report junit=weir.xml",
                meaning: "Check a paged manifest and its pictures, with a report for a CI system."),
            Example(
                line: "weir check manifest.json --config weir.json --baseline known.json",
                meaning: "Report only what a team has not yet decided on."),
        ],
        grammar: CheckOptions.grammar,
        run: { options throws(MachineFailure) in try options.run() })
}
