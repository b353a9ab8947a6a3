/// Files and entries that cannot be parsed. The readers find them; this type only describes the rule.
enum Parses {
    static let rule = Rule(
        "parses", .manifest, .error, "the file is JSON, JSON Lines or a property list, and each entry an object",
        explanation: """
            An app that cannot parse its manifest shows an empty shop. The place is that of the first fault: in an \
            array nothing behind it can be read, so the entries before it are checked and the others are not. In JSON \
            Lines each line stands for itself, and in a property list each dictionary.
            """,
        example: #"[{"w":200,"h":275,"img":"a.jpg","price":"¥169"},]"#,
        remedy: """
            Have the file written by a program that knows the format, such as `weir ingest`; do not join texts by \
            hand. Usual faults are a comma behind the last entry, a quote in a price without its backslash, and a file \
            that was cut off by a full disk or a broken transfer.
            """)
}
