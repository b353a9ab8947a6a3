/// The signs and words of currencies that prices use.
///
/// The symbols are those of the Unicode Common Locale Data Repository (CLDR 47, https://cldr.unicode.org) for the
/// territories of the world, and those that shops write besides.
enum CurrencyMarks {
    struct Mark: Sendable {
        let text: [UInt8]
        let currency: Currency
        let endsWithLetter: Bool
        /// A single letter is a mark only if a number follows: `R 499.99`, but not the size in `38 L`.
        let needsNumber: Bool
    }

    /// The marks that begin with a byte. Of two with the same beginning the longer one comes first.
    @inline(__always)
    static func beginning(with byte: UInt8) -> ArraySlice<Mark> {
        let index = index
        return index.marks[index.starts[Int(byte)]..<index.starts[Int(byte) + 1]]
    }

    private struct Index: Sendable {
        var marks: [Mark] = []
        /// The first mark for each byte, and the end.
        var starts: [Int] = []
    }

    private static let index: Index = {
        var marks: [Mark] = []
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let currency = words.first.map({ Currency(mark: $0) }) else { continue }
            for word in words.dropFirst() {
                let text = word.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
                let isLetter = text.last.map { isASCIILetter($0) } ?? false
                marks.append(Mark(text: text, currency: currency, endsWithLetter: isLetter, needsNumber: text.count == 1 && isLetter))
            }
        }
        marks.sort { ($0.text[0], $1.text.count) < ($1.text[0], $0.text.count) }
        let starts = (0...256).map { byte in marks.firstIndex { Int($0.text[0]) >= byte } ?? marks.count }
        return Index(marks: marks, starts: starts)
    }()

    /// A currency, and its marks; `_` is a space in a mark. A plain dollar sign means US dollars and a yen sign means
    /// Japanese yen. Marks that several countries share, such as `kr`, are currencies of their own.
    private static let table = """
        USD $ US$ US_$ U$S u$s usd dollars
        EUR € eur euros euro Euro EURO ευρώ евро
        JPY ¥ ￥ JP¥ 円 万円
        CNY CN¥ 元 万元 块 RMB 人民币
        GBP £ UK£ GB£
        kr kr. kr Kr Kr. KR
        cent ¢
        peso pesos
        dinar دينار
        AED د.إ. د.إ درهم dirhams Dhs. Dhs
        AFN ؋
        ALL Lekë lekë Lek lek
        AMD ֏ դր.
        AOA Kz
        ARS AR$ ARS$
        AUD AU$ A$ AU_$
        AWG Afl.
        AZN ₼ man.
        BAM KM КМ
        BBD Bds$ BBD$
        BDT ৳ Tk. Tk টাকা
        BGN лв. лв
        BHD د.ب. د.ب BD
        BIF FBu
        BMD BD$
        BND B$
        BOB Bs. Bs
        BRL R$
        BSD BS$
        BTN Nu.
        BWP P
        BYN Br
        BZD BZ$
        CAD CA$ C$ CA_$ C_$ CAD$
        CDF FC
        CHF SFr. Fr. sFr.
        CLP CLP$
        COP COP$ COL$
        CRC ₡
        CVE Esc.
        CZK Kč kč Kčs
        DJF Fdj
        DOP RD$
        DZD DA د.ج. د.ج دج
        EGP ج.م. ج.م LE E£ £E جنيه
        ERN Nfk
        ETB ብር
        FJD FJ$
        GEL ₾ ლარი ლ
        GHS GH₵ ₵ GH¢ GHC
        GMD D
        GNF FG
        GTQ Q
        GYD GY$ G$
        HKD HK$ HK_$ 港币 港幣
        HNL L L.
        HTG G
        HUF Ft
        IDR Rp Rp.
        ILS ₪ NIS ש״ח ש"ח
        INR ₹ Rs. Rs रु. रु रू ரூ
        IQD د.ع. د.ع
        IRR ریال ﷼ تومان
        JMD J$
        JOD د.أ. د.أ JD
        KES Ksh KSh Kshs KSH Ksh. KSh.
        KGS сом
        KHR ៛
        KMF CF
        KRW ₩ 원 만원 ￦
        KWD د.ك. د.ك KD
        KYD CI$
        KZT ₸ тг. тг тенге
        LAK ₭
        LBP ل.ل. ل.ل L.L.
        LKR රු. රු
        LRD L$
        LYD د.ل. د.ل LD
        MAD د.م. د.م DH Dh dh
        MGA Ar
        MKD ден. ден den. den
        MMK Ks ကျပ်
        kwacha K
        MNT ₮
        MOP MOP$
        MRU UM أ.م. أ.م
        MUR ₨
        MVR Rf Rf. ރ.
        MWK MK
        MXN MX$ Mex$ MXN$
        MYR RM
        MZN MTn MT Mt
        NAD N$
        NGN ₦
        NPR नेरू रू.
        NZD NZ$ NZ_$
        OMR ر.ع. ر.ع
        PAB B/.
        PEN S/. S/ soles
        PHP ₱ Php PhP
        PKR ر
        PLN zł zl złotych
        PYG ₲ Gs. Gs
        QAR ر.ق. ر.ق QR
        RON lei Lei LEI leu
        RSD din. din дин. дин
        RUB ₽ руб. руб рублей р. р
        RWF RF FRw
        SAR ر.س. ر.س \u{20C1} SR ريال
        SBD SI$
        SDG ج.س. ج.س
        SGD S$ SG$ S_$
        SLE Le
        SOS S
        SRD Sr$
        STN Db
        SYP ل.س. ل.س LS
        SZL E
        THB ฿ บาท บ.
        TJS смн. сом.
        TND DT د.ت. د.ت
        TOP T$
        TRY ₺ TL
        TTD TT$
        TWD NT$ NT_$ 圓 新台幣 新臺幣
        TZS TSh Tsh TSH
        UAH ₴ грн. грн
        UGX USh Ush USH
        UYU $U
        UZS soʻm so'm so‘m сўм
        VES Bs.S Bs.D
        VND ₫ đ Đ VNĐ vnđ đồng
        VUV VT
        WST WS$
        XAF FCFA CFA
        XCD EC$
        XCG Cg.
        XOF F\u{202F}CFA F_CFA F\u{A0}CFA
        XPF FCFP F_CFP
        YER ر.ي. ر.ي
        ZAR R
        """
}
