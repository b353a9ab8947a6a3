import WeirBase

/// Whether the last catalogue of each manifest ended with a line end.
extension Journal {
    /// Nil if nothing is known. The catalogue was a table.
    package func catalogueEndsLine(of manifest: [UInt8]) throws(JournalFailure) -> Bool? {
        try state.change { state throws(JournalFailure) in
            let row = try state.connection.prepare("SELECT ends_line FROM catalogues WHERE manifest = ?1")
            row.bind(1, text: String(decoding: manifest, as: UTF8.self))
            return try row.step() ? row.integer(0) == 1 : nil
        }
    }

    /// Records the end of the catalogue for the next run.
    package func keep(catalogueEndsLine endsLine: Bool, of manifest: [UInt8]) throws(JournalFailure) {
        try transaction { connection throws(JournalFailure) in
            let insertion = try connection.prepare("INSERT OR REPLACE INTO catalogues VALUES (?1, ?2)")
            insertion.bind(1, text: String(decoding: manifest, as: UTF8.self))
            insertion.bind(2, endsLine ? 1 : 0)
            _ = try insertion.step()
        }
    }
}
