/// The codes of ISO 4217 that prices use. Other groups of three capitals are sizes, brands or words like `NEW`.
///
/// Codes that no shop uses are left out: metals, units of funds and of accounting, tests, no currency. The
/// Bulgarian lev, which the euro has replaced, is still in catalogues.
enum CurrencyCodes {
    /// Whether three capitals are the code of a currency. The first one is in the highest of three bytes.
    static func contains(_ letters: UInt32) -> Bool { codes.contains(letters) }

    private static let codes = Set(table.split(whereSeparator: \.isWhitespace).map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })

    private static let table = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
        CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP
        GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD
        KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN
        NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP
        SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES
        VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """
}
