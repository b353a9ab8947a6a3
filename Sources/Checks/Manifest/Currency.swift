import WeirBase

/// A currency, by its code of ISO 4217, or by a name that several countries share.
struct Currency: Equatable, Sendable {
    private let letters: UInt64

    private init(letters: UInt64) { self.letters = letters }

    var name: String {
        String(decoding: (0..<8).reversed().map { UInt8(truncatingIfNeeded: letters >> ($0 * 8)) }.filter { $0 > 0 }, as: UTF8.self)
    }

    /// The currency of a price: that of its first sign or name, unless a code says which dollar is meant, as in `$708.00 MXN`.
    init?(of price: UnsafeBufferPointer<UInt8>) {
        var (first, code): (UInt64?, UInt64?)
        var index = 0
        while index < price.count, code == nil {
            let byte = price[index]
            // Digits, spaces and other signs of ASCII.
            guard byte >= 0x80 || isASCIILetter(byte) || byte == UInt8(ascii: "$") else {
                index += 1
                continue
            }
            let end = Self.endOfName(in: price, from: index)
            if let letters = Self.letters(price[index..<end]) {
                if Self.codes.contains(letters) { code = letters }
                first = first ?? Self.names[letters]
            }
            index = end
        }
        guard let letters = code ?? first else { return nil }
        self.letters = letters
    }

    /// Letters, and the sign behind them: `kr`, `US$`, `€`. A sign ends a name, so `¥元` is two.
    private static func endOfName(in price: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < price.count {
            let byte = price[index]
            if byte == UInt8(ascii: "$") { return index + 1 }
            if byte == 0xC2 || byte == 0xE2 {
                // Spaces, quotes and dashes stand there too; they end a name, and have none.
                let count = byte == 0xC2 ? 2 : 3
                return index > start && spaceCount(price[index...]) != nil ? index : min(index + count, price.count)
            }
            // Brackets and signs of full width: `713円（税込）`.
            if byte == 0xEF { return index > start ? index : min(index + 3, price.count) }
            guard byte >= 0x80 || isASCIILetter(byte) else { return index }
            index += 1
        }
        return index
    }

    /// At most eight bytes as a number; nil of more.
    private static func letters(_ name: some Collection<UInt8>) -> UInt64? {
        name.count > 8 ? nil : name.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The currencies by their signs and names.
    private static let names: [UInt64: UInt64] = {
        var names: [UInt64: UInt64] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").compactMap { letters($0.utf8) }
            for word in words.dropFirst() { names[word] = words[0] }
        }
        return names
    }()

    private static let codes = Set(codeTable.split(whereSeparator: \.isWhitespace).compactMap { letters($0.utf8) })

    /// A currency, with the signs and names that many shops write. A plain `$` is the dollar of the United States, and a plain `¥` the
    /// yen. A name that several countries share is a currency of its own.
    private static let table = """
        USD $ US$ U$
        EUR € eur euro euros Euro EURO
        JPY ¥ ￥ JP¥ 円
        CNY CN¥ 元 块 RMB
        GBP £
        AUD A$ AU$
        BGN лв
        BRL R$
        CAD C$ CA$
        CHF Fr SFr
        CZK Kč
        HKD HK$
        HUF Ft
        IDR Rp
        ILS ₪
        INR ₹ Rs
        KES KSh Ksh
        KRW ₩ 원
        MXN MX$
        MYR RM
        NGN ₦
        NZD NZ$
        PHP ₱ Php
        PLN zł
        RON lei Lei
        RUB ₽ руб р
        SGD S$
        THB ฿
        TRY ₺ TL
        TWD NT$
        UAH ₴ грн
        VND ₫ đ
        kr kr Kr KR
        """

    /// The codes of ISO 4217 that prices use. Other groups of three capitals are sizes, brands or words such as `NEW`.
    private static let codeTable = """
        AED AFN AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP
        CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD
        JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN
        NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
        THB TJS TMT TND TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
        """
}
