extension Program {
    /// Debian's Python, for which Debian's packages install modules; the PATH may find another Python first.
    public static let systemPython = Program("/usr/bin/python3")

    /// Runs weir as the child of a small process, which prints the peak memory of its children in kilobytes, behind the
    /// output. The peak of a direct child would start with the memory of the tests.
    public static let weirWithPeak = named("python3")?.running(
        .weir,
        after: [
            "-c",
            """
            import resource, subprocess, sys
            status = subprocess.call(sys.argv[1:])
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            sys.exit(status)
            """,
        ])

    /// Validates documents against a JSON schema, and prints the names of invalid ones, one on each line. Fails if
    /// the schema is invalid.
    public static func jsonSchemaJudge(_ schema: String) -> Program {
        let script: Bytes = """
            import json, sys
            from jsonschema.validators import validator_for
            def read(name):
                with open(name, encoding="utf-8") as file:
                    return json.load(file)
            schema = read(sys.argv[1])
            kind = validator_for(schema, default=None)
            kind.check_schema(schema)
            for name in sys.argv[2:]:
                errors = [f"{error.json_path}: {error.message}" for error in kind(schema).iter_errors(read(name))]
                if errors:
                    print(name)
                    print(name, *errors, sep="\\n  ", file=sys.stderr)
            """
        return Program(systemPython.name, prefix: ["-c", script, Bytes(schema)])
    }
}
