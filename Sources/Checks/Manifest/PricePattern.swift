/// Prices that match none of the forms of prices.
struct PricePattern: ManifestRule {
    static let rule = Rule(
        "price-pattern", .manifest, .warning, "each price has one of the forms that prices have",
        explanation: """
            If a template or a script puts something wrong into a price, customers see it as it is: NaN, null, \
            $undefined, {price}, #REF!, 1.3E+03. In a form, # is a number, ¤ the mark of a currency such as ¥, zł or CHF, \
            * any text, a space any number of spaces, and everything else itself. The empty form is that of an empty \
            price. Around a form may stand words and the code of a currency, two forms may make a range, and digits may \
            be those of another script.
            """,
        example: #"{"w":200,"h":275,"img":"a.jpg","price":"$NaN"}"#,
        remedy: "Correct the price in the catalogue; or add its form to `patterns`, such as `Price on request` or `# pieces ¤ #`.",
        parameters: [
            RuleParameter(
                "patterns", default: .texts(["", "#", "¤ #", "# ¤", "#€#", "#$#"]), "the forms that prices may have"),
            RuleParameter("decimals", default: .texts([".", ",", "٫"]), "the characters that may stand before decimals"),
            RuleParameter(
                "groups", default: .texts([",", ".", " ", "'", "’", "\u{A0}", "\u{202F}", "\u{2009}", "٬", "،"]),
                "the characters that may stand between groups of digits"),
            RuleParameter("before", default: .texts(wordsBefore), "words that may stand before a price"),
            RuleParameter("after", default: .texts(wordsAfter), "words that may stand behind a price"),
            RuleParameter("between", default: .texts(wordsBetween), "words between the two ends of a range"),
        ])

    private let forms: [PriceForm]
    private let words: PriceWords
    /// The form of the last price, which the next one mostly has, too.
    private var last: PriceForm?

    init(_ settings: RuleSettings) {
        let numbers = PriceNumber(decimals: settings.texts("decimals"), groups: settings.texts("groups"))
        forms = settings.texts("patterns").map { PriceForm($0, numbers) }
        words = PriceWords(before: settings.texts("before"), after: settings.texts("after"), between: settings.texts("between"))
    }

    mutating func look(at batch: EntryBatch, _ findings: inout FindingCollector) {
        for entry in batch.entries {
            guard let member = batch.member(.price, of: entry), member.kind == .text else { continue }
            let price = batch.text(member.value)
            if last?.fits(price) ?? false { continue }
            if let other = forms.first(where: { $0.fits(price) }) {
                last = other
                continue
            }
            if words.surround(price, forms) || hasFormWhenPlain(price) { continue }
            findings.add(batch.subject(entry, valueOf: member), "the price \(quoted(price)) has none of the forms of prices")
        }
    }

    private func hasFormWhenPlain(_ price: UnsafeBufferPointer<UInt8>) -> Bool {
        guard price.contains(where: { $0 >= 0x80 }) else { return false }
        let plain = plainPrice(price)
        return plain.withUnsafeBufferPointer { plain in
            !plain.isEmpty && (forms.contains { $0.fits(plain) } || words.surround(plain, forms))
        }
    }
}

private let wordsBefore = [
    "from", "starting at", "starts at", "as low as", "only", "now", "sale", "was", "up to", "approx.", "about", "RRP", "ab", "nur", "jetzt", "bis",
    "bis zu", "statt", "ca.", "UVP", "à partir de", "À partir de", "dès", "Dès", "de", "desde", "a partir de", "por", "da", "a partire da", "solo",
    "vanaf", "v.a.", "från", "fra", "fr.", "alk.", "alkaen", "od", "już od", "от", "От", "від", "Від", "από", "Από", "de la", "约", "約", "售价", "售價", "价格",
    "價格", "価格", "定価", "特価", "特价", "仅", "低至", "人民币", "税込", "약", "최저", "từ", "Từ", "chỉ từ", "giá", "mulai", "mulai dari", "dari", "เริ่มต้น", "ราคา", "من",
    "ابتداء من", "ابتداءً من", "החל מ-", "החל מ", "از",
]

private let wordsAfter = [
    "起", "起售", "(税込)", "（税込）", "税込", "(税込み)", "（税込み）", "税込み", "(税抜)", "（税抜）", "税抜", "(税別)", "（税別）", "税別", "(含税)", "（含税）", "含税", "以上", "から",
    "より", "~", "～", "〜", "부터", "~부터", "이상", "+", "*", "/-", "/=", "-/", "only", "each", "ea.", "/ea", "per item", "and up", "/kg", "/ kg", "per kg",
    "/pc", "/pcs", "/个", "/件", "/個", "/ks", "/szt.", "/Stk.", "/Stück", "/pièce", "/mo", "/month", "/月", "incl. VAT", "inc. VAT", "inc VAT",
    "(inc. VAT)", "(incl. VAT)", "excl. VAT", "exc. VAT", "ex VAT", "+ VAT", "+ tax", "plus tax", "incl. GST", "inc GST", "inkl. MwSt.", "inkl. MwSt",
    "zzgl. MwSt.", "zzgl. Versand", "TTC", "HT", "IVA incluido", "IVA incl.", "IVA inc.", "IVA inclusa", "+ IVA", "incl. btw", "excl. btw",
    "inkl. moms", "ink. moms", "exkl. moms", "inkl. mva", "sis. alv", "alkaen", "brutto", "netto", "s DPH", "bez DPH", "z VAT", "с НДС", "з ПДВ",
    "KDV dahil", "-tól", "-től", "से शुरू", "lakh", "crore", "triệu",
]

private let wordsBetween = ["-", "–", "—", "‒", "−", "~", "～", "〜", "to", "bis", "à", "a", "al", "až", "do", "till", "tot", "до", "至", "到", "から"]
