/// A Unix time in UTC as in RFC 3339: `2026-11-21T08:52:29Z`, or with milliseconds `2026-11-21T08:52:29.120Z`. A year
/// before 0 or after 9999 has a sign or more than four digits.
package func calendarTime(_ unixSeconds: Int64, milliseconds: Int? = nil) -> String {
    var text = ByteBuffer()
    text.append(calendarTime: unixSeconds, milliseconds: milliseconds)
    return String(decoding: text.bytes, as: UTF8.self)
}

/// The Unix time that a text in the form of RFC 3339 says, without parts of a second; nil for any other text.
package func unixSeconds(ofCalendarTime text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, [4, 7].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }), [13, 16].allSatisfy({ bytes[$0] == UInt8(ascii: ":") })
    else { return nil }
    let places = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19]
    let numbers = places.compactMap { Int64(String(decoding: bytes[$0], as: UTF8.self)) }
    guard numbers.count == places.count else { return nil }
    let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    guard let offset = secondsOfZone(String(decoding: zone, as: UTF8.self)) else { return nil }
    let day = CalendarDate.days(to: numbers[0], numbers[1], numbers[2])
    return day * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5] - offset
}

/// The seconds by which a zone is ahead of UTC: `Z`, `+02:00`.
private func secondsOfZone(_ zone: String) -> Int64? {
    if zone == "Z" || zone == "z" { return 0 }
    let parts = zone.dropFirst().split(separator: ":").compactMap { Int64($0) }
    guard parts.count == 2, zone.hasPrefix("+") || zone.hasPrefix("-") else { return nil }
    return (parts[0] * 3600 + parts[1] * 60) * (zone.hasPrefix("-") ? -1 : 1)
}

extension ByteBuffer {
    /// Appends a Unix time in the form of `calendarTime`, without a string of its own: a log has a time in each line.
    package mutating func append(calendarTime unixSeconds: Int64, milliseconds: Int? = nil) {
        let day = floored(unixSeconds, by: 86_400)
        let second = unixSeconds - day * 86_400
        let date = CalendarDate(daysSince1970: day)
        append(padded(date.year, to: 4))
        append(twoDigits: date.month, behind: "-")
        append(twoDigits: date.day, behind: "-")
        append(twoDigits: second / 3600, behind: "T")
        append(twoDigits: second / 60 % 60, behind: ":")
        append(twoDigits: second % 60, behind: ":")
        if let milliseconds {
            append(twoDigits: Int64(milliseconds / 10), behind: ".")
            append(digit(Int64(milliseconds % 10)))
        }
        append("Z")
    }

    private mutating func append(twoDigits number: Int64, behind mark: StaticString) {
        append(mark)
        append(digit(number / 10))
        append(digit(number % 10))
    }
}

private func digit(_ number: Int64) -> UInt8 { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number) }

private func padded(_ number: Int64, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
