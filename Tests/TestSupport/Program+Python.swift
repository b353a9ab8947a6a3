extension Program {
    /// Debian's Python, for which Debian's packages install modules; the PATH may find another Python first.
    public static let systemPython = Program("/usr/bin/python3")

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
