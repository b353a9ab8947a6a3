@testable import Checks
import Testing

@Suite struct WorldPriceTests {
    /// The findings of a manifest with one price.
    private func found(_ price: String) -> [String] {
        findings(in: #"[{"w":200,"h":300,"img":"a.jpg","price":"\#(price.replacing("\"", with: "\\\""))"}]"#)
    }

    @Test func thereAreEnough() { #expect(WorldPrices.all.count >= 290 && WorldPrices.territories.count >= 100) }

    @Test(arguments: WorldPrices.all)
    func territory(price: String) { #expect(found(price) == []) }

    /// Prices as shops of these places write them, with words, ranges and marks of their own.
    @Test(arguments: [
        "¥505起", "¥713(税込)", "713円（税込）", "税込 1,980円", "¥1,980～", "1.5万円", "¥100〜¥200", "约¥99", "¥88/件", "88元",
        "人民币 88 元", "NT$1,280 起", "約 NT$1,280",
        "₩45,000부터", "45,000원", "3만원", "From $15", "FROM $15", "from US$15", "Only £5.99", "£5 – £10", "$10 to $20",
        "$10 - $20", "$15+", "$15 each", "$708.00 MXN", "MXN $708.00", "US $15.00", "AU $15.00", "USD $15", "$15 USD",
        "C$15", "£12.99 inc. VAT", "$1,299.00 + tax",
        "ab 885,99 €", "ab € 885,99", "nur 9,99 €", "12,99 €*", "9,99 € inkl. MwSt.", "10 bis 20 €", "ca. 15 €",
        "885,– €", "€ 885,-", "à partir de 12 €", "Dès 12,90 €",
        "12,90 € TTC", "12€50", "de 10 à 20 €", "desde 12,50 €", "12,50 € IVA incluido", "a partir de R$ 99,90",
        "da 12,50 €", "vanaf € 12,50", "fr. 349 kr", "från 349 kr", "349:-",
        "349 kr inkl. moms", "fra 349,-", "alkaen 12,90 €", "od 129 Kč", "129,- Kč", "od 12,50 zł", "12,50 zł brutto",
        "от 1 290 ₽", "1 290 руб.", "1290 р.", "от 1 290 до 2 590 ₽",
        "від 129 грн", "από 12,50 €", "R 499.99", "R499", "S/ 837.90", "S/. 837.90", "586.000 đ", "586.000₫",
        "586,000 VNĐ", "từ 586.000đ", "Rp 150.000", "Rp150.000 - Rp200.000", "RM 59.90",
        "₱1,299.00", "Php 1,299", "฿1,290", "1,290 บาท", "เริ่มต้น ฿1,290", "Rs. 499/-", "Rs 1,29,999",
        "₹1,29,999 only", "₹1.5 lakh", "৳ 1,250", "Tk 1,250", "KSh 1,500", "KSh 1,500/=",
        "TSh 15,000/=", "₦15,000", "GH₵ 150", "E£ 1,250", "1250 جنيه", "١٢٥٠ ج.م", "\u{200F}١٬٢٥٠٫٠٠ ر.س.\u{200F}",
        "من ١٠٠ ر.س", "150 SAR", "150 SR", "AED 99", "Dhs. 99", "99 درهم", "۱۲۵٬۰۰۰ تومان",
        "₪ 99.90", "99.90 ₪", "החל מ-₪99", "1.299,00 TL", "₺1.299,00 KDV dahil", "CHF 1'299.00", "CHF 1’299.–",
        "Fr. 12.90", "1 299,00 Kč", "1.299 Ft", "129,99 lei", "129,99 лв.", "1.299,00 din.",
        "रु. १,२९९", "৳১,২৫০", "၁၂၀၀ Ks", "Bs. 120", "Q 120.00", "L 120.00", "₡12.500", "₲ 120.000", "$U 1.200",
        "COP $ 50.000", "CLP$ 12.990", "B/. 12.00", "J$ 1,500",
        "TT$ 99", "EC$ 99", "Bds$ 99", "RD$ 1,200", "K120.00", "P 120.00", "N$ 120", "MUR 1,200", "Rs 1 200",
        "Ar 12 000", "12 000 FCFA", "12 000 F CFA", "150 DH", "150 DT", "1 500 DA", "15.000 د.ك",
        "1 299 ₸", "120 ₾", "12 000 ֏", "12 ₼", "120 000 сўм", "120 000 soʻm", "₮ 12,000", "៛12,000", "₭120,000",
        "1.200 kr.", "1 200 ISK", "Nu. 1,200", "Rf 120", "T$ 12", "FJ$ 12",
    ])
    func shop(price: String) { #expect(found(price) == []) }

    /// Words of shops around a price, and several numbers with one of them a price.
    @Test(arguments: [
        "１２００円", "１２円", "￥１，２００", "12,90 € / Stück", "12,90 €/Stück", "12,90 € pro Stück", "12,90 € je Stück",
        "£12.99 (inc VAT)", "£12.99 (inc. VAT)", "£12.99 (ex VAT)", "£12.99 (excl. VAT)", "£12.99 ex. VAT",
        "£12.99 +VAT",
        "MRP ₹1,299", "M.R.P.: ₹1,299", "MRP: ₹1,299", "2 for $5", "3 for £10", "2 / $5", "2/$5", "1.2万", "1.2万円",
        "1,2 tis. Kč", "99¢", "99 ¢", "99c", "99p", "$5/month", "$5 / month", "$5 per month", "$5/mo.", "$5/yr",
        "$5/year",
        "€5/Monat", "5 €/mois", "5 € / mois", "5 €/mes", "$5/week", "$5/night", "$5/day", "$5/hr", "$5 per hour",
        "$5/lb",
        "$5/lb.", "$5/oz", "$2.50/100g", "$2.50/100 g", "2,50 €/100 g", "2,50 € / 100 ml", "2,50 €/kg", "12,50 €/l",
        "12,50 €/m²", "12,50 € / m²", "12,50 €/m", "$5/ft", "$5/sq ft", "$5 ea", "$5/each", "$5/pair", "$5/set",
        "$5/pack",
        "$5/box", "$5/dozen", "$5/unit", "$5 a piece", "3 x 29,90 €", "3x 29,90 €", "3 × 29,90 €", "3x R$ 29,90",
        "12x de R$ 29,90", "em até 12x de R$ 29,90", "R$ 29,90 à vista", "R$ 29,90 no Pix", "10x R$ 9,90 sem juros",
        "R$ 99,90/mês", "Was $20", "Was $20 Now $15", "was £20, now £15", "$15 (was $20)", "Sale $15", "Sale: $15",
        "Sale price $15", "Regular price $15", "Price: $15", "Price $15", "Preis: 15 €", "Preis 15 €", "Prix : 15 €",
        "Precio: 15 €", "Prezzo: 15 €", "Cena: 15 Kč", "Цена: 1 290 ₽", "Цена 1 290 ₽", "价格：¥99", "价格: ¥99", "售价：¥99",
        "価格：1,200円", "定価1,200円", "特別価格1,200円", "販売価格 1,200円", "税込価格 1,320円", "1,200円(税別)", "1,200円（税抜き）", "1,200円+税",
        "1,200円＋税", "¥1,200(税込)~", "¥1,200-", "¥1,200.-", "1,200円〜", "1,200円～1,500円", "1,200円/個", "1,200円/枚",
        "1個 1,200円",
        "¥99起/件", "¥99/斤", "¥99/盒", "¥99元", "99元/件", "99元起", "99.00元", "99块", "到手价¥99", "券后¥99", "券后价¥99", "活动价¥99",
        "促销价¥99",
        "原价¥99", "现价¥99", "到手价 ¥99", "秒杀价¥99", "优惠价：¥99", "RMB 99", "¥1.2万起", "NT$1,280元", "NT$ 1,280", "新台幣1,280元",
        "HK$ 99 起",
        "HK$99/件", "₩45,000~", "45,000원~", "45,000원 ~ 55,000원", "월 45,000원", "45,000원/월", "1개 45,000원", "판매가 45,000원",
        "할인가 45,000원", "₹499 onwards", "₹499/-", "₹499/- only", "Rs.499", "Rs.499.00/-", "Rs 499 onwards",
        "₹1,299 (incl. of all taxes)", "₹1,299 incl. of all taxes", "₹1.2 L", "₹1.2 Lakh", "₹1.2 Cr", "$1.2k", "$1.2K",
        "$1.2M",
        "$1.2 million", "€1,2 Mio.", "1,2 Mio. €", "1.2 tr", "1,2 triệu đồng", "150k", "150K", "Rp 150rb",
        "Rp150.000,-",
        "Rp 150.000,00", "Rp. 150.000", "Rp 150 ribu", "150.000 IDR", "Rp1,5 juta", "฿ 1,290.-", "1,290.-", "1,290 THB",
        "1,290 บ.", "฿1,290/ชิ้น", "ราคา 1,290 บาท", "RM59.90/pc", "S$59.90 (incl. GST)", "S$59.90 w/GST",
        "$59.90 (incl. GST)",
        "$59.90 inc GST", "$59.90 (ex GST)", "A$59.90 incl GST", "$59.90 +GST", "$59.90 + HST", "$59.90 CAD + tax",
        "$5 + tax",
        "$5 plus shipping", "$5 + shipping", "$5 + S&H", "$5 + free shipping", "12,90 € zzgl. Versand",
        "12,90 € inkl. MwSt. zzgl. Versand", "12,90 € inkl. MwSt", "12,90 € inkl. 19% MwSt.",
        "12,90 € inkl. 19 % MwSt.",
        "12,90 € (inkl. MwSt.)", "12,90 € (inkl. 19% MwSt.)", "12,90 € inkl. USt.", "12,90 € *", "12,90 €**",
        "12,90 €¹",
        "12,90 € UVP", "UVP: 12,90 €", "UVP 12,90 €", "statt 12,90 €", "Statt: 12,90 €", "ab 12,90 €*",
        "ab 12,90 € / Stück",
        "ab: 12,90 €", "je 12,90 €", "pro Stück 12,90 €", "Ab 12,90 €", "EUR 12,90", "12,90 Euro", "12,90 EUR",
        "12 Euro",
        "CHF 12.90 / Stk.", "CHF 12.90 statt 15.90", "SFr. 12.-", "12.90 Fr.", "12,90€ TTC", "12,90 € HT",
        "12,90 € T.T.C.",
        "12,90 € TVAC", "12,90 € HTVA", "À partir de : 12,90 €", "A partir de 12,90 €", "Dès 12 €", "12,90 € l'unité",
        "12,90 € / unité", "12,90 € la pièce", "12,90 €/pce", "12,90 € le kg", "Prix conseillé 12,90 €",
        "Au lieu de 12,90 €",
        "12,90 € au lieu de 15,90 €", "12,90 € c/u", "12,90 €/ud.", "12,90 €/ud", "12,90 € /unidad", "$ 12.900 c/u",
        "PVP 12,90 €", "PVP: 12,90 €", "PVPR 12,90 €", "PVR 12,90 €", "12,90 € + IVA", "12,90 € IVA incl",
        "12,90 € (IVA incluido)", "12,90 € (IVA incluída)", "Antes 12,90 €", "Ahora 12,90 €", "Desde: 12,90 €",
        "Desde $ 12.900", "$12.900", "$ 12.900,00", "U$S 12", "US$12", "u$s 12", "USD12", "MXN 12", "$12 MX",
        "$12 M.N.",
        "$12.00 M.N.", "$12 pesos", "12 pesos", "12 soles", "S/12", "R$12", "R$ 12,00/un", "R$ 12,00 cada",
        "por apenas R$ 12,00", "por R$ 12,00", "de R$ 20,00 por R$ 12,00", "De: R$ 20,00 Por: R$ 12,00",
        "A partir de: R$ 12,00", "a partire da 12 €", "a partire da € 12,00", "Da € 12,00", "€ 12,00 cad.",
        "€ 12,00 cad",
        "€ 12,00/pz", "€ 12,00 al pezzo", "€ 12,00 + IVA", "€ 12,00 IVA escl.", "€ 12,00 i.i.", "a soli € 12,00",
        "Vanaf € 12,00", "v.a. € 12", "€ 12,00 p.st.", "€ 12,00 per stuk", "€ 12,00 p/st", "€ 12,00 /stuk", "€ 12,-",
        "€ 12,--",
        "12,- €", "€12", "adviesprijs € 12", "nu € 12", "nu voor € 12", "van € 20 voor € 12", "Nu 349 kr",
        "Från 349 kr",
        "349 kr/st", "349 kr/st.", "349 kr / st", "349 kr st", "349 kr per st", "349:-/st", "349.-", "349,-",
        "349,00 kr",
        "kr 349", "kr. 349,-", "349 SEK", "Pris: 349 kr", "Ord. pris 349 kr", "Ord. 349 kr", "349 kr ex moms",
        "349 kr exkl. moms", "349 kr inkl moms", "349 DKK/stk.", "349 kr./stk", "12,90 €/kpl", "12,90 €/kk",
        "alk. 12,90 €",
        "12,90 € (sis. ALV)", "od 12,90 zł", "12,90 zł/szt", "12,90 zł/szt.", "12,90 zł / szt.", "12,90 zł za szt.",
        "12,90 PLN", "cena: 12,90 zł", "12,90 zł/m2", "od 129 Kč/ks", "129 Kč / ks", "129 Kč s DPH", "129 Kč bez DPH",
        "129 Kč vč. DPH", "1 299,-", "1.299,-", "12,90 €/ks", "12,90 € s DPH", "1 299 Ft/db", "1 299 Ft-tól",
        "1 299 Ft + ÁFA",
        "1299 Ft", "129,99 lei/buc", "129,99 Lei / buc", "129,99 RON", "129,99 lei TVA inclus", "12,99 лв./бр.",
        "12,99 лв. с ДДС", "12,99 KM", "1.299 RSD", "1.299 din", "1.299,00 дин.", "12,90 € / kom", "12,90 €/kos",
        "12,90 €/vnt.", "12,90 €/tk", "12,90 €/gab.", "nuo 12,90 €", "no 12,90 €", "alates 12,90 €", "12,90 €/τεμ.",
        "12,90 € με ΦΠΑ", "1.299 TL'den", "1.299 TL'den başlayan", "1.299 TL/adet", "1.299,00 TL + KDV", "1.299,00₺",
        "₺1.299",
        "TL 1.299", "1 290 ₽/шт", "1 290 ₽/шт.", "1 290 ₽ / шт.", "1 290 руб./шт", "1 290 руб", "1 290 р", "1290р.",
        "от 1 290 руб.", "1 290 ₽/мес", "1 290 ₽ за шт.", "129 грн/шт", "129 грн/шт.", "129 ₴/шт.", "129,00 грн.",
        "129 UAH",
        "1 299 тг", "1 299 ₸/шт", "₪ 99", "99 ש\"ח", "99 ש״ח", "החל מ-99 ₪", "₪99 ליחידה", "AED 99.00", "AED 99/-",
        "99 AED",
        "د.إ. 99", "٩٩ د.إ", "99 دينار", "99 ريال", "99 درهم إماراتي", "٩٩ جنيه", "۹۹٬۰۰۰ تومان", "۹۹٬۰۰۰ ریال",
        "۹۹۰۰۰ تومان",
        "KES 1,500", "Ksh. 1,500", "Ksh 1,500/-", "₦15,000.00", "NGN 15,000", "GHS 150", "GH¢150", "R 499,99",
        "R499.99 each",
        "R 1 499.99", "R1,499", "R 499 p/m", "UGX 15,000", "EGP 1,250", "1,250 EGP", "1,250 LE", "DZD 1 500",
        "1 500,00 MAD",
        "1 500 Dhs", "150,000 MMK", "99 ₫", "99.000đ", "99.000 ₫/cái", "99.000đ/kg", "99k", "từ 99.000đ", "chỉ 99.000đ",
        "giá: 99.000đ", "₱99", "₱99.00/pc", "P99.00", "PHP 99", "$5.99 USD", "$5.99 US", "USD 5.99", "US$5.99",
        "$5.99 U.S.",
        "$5.99–$9.99", "$5.99 — $9.99", "$5.99-$9.99", "$5.99 ~ $9.99", "$5.99 & up", "$5.99 and up", "$5.99 or more",
        "From: $5.99", "from $5.99/ea", "Starting at $5.99", "Starting from $5.99", "Only: $5.99", "Now: $5.99",
        "Now $5.99!",
        "Only $5.99!", "$5.99!", "~$5", "≈ $5", "approx $5", "about $5", "circa £5", "c. £5", "under $5", "over $5",
        "max $5",
        "min. $5", "Up to $5", "up to 50 €", "$5 off", "+$5", "+ $5", "($5)", "5 dollars", "1 000 000 €",
        "1.000.000,00 €", "1,000,000.00", "12.50 €/Stk.", "12,5 €", "12.5€", "12€", "€12.5", "1'299.-", "1’299.–",
        "CHF 1 299.–", "12 CHF", "$1,299.99 USD/ea", "2 pour 5 €", "2 für 5 €", "2 für 5€", "2 voor € 5", "2 por 5 €",
        "2 per 5 €", "2 за 100 ₽", "2点で1,000円", "2件¥99", "¥99/2件", "buy 2 for $5", "any 2 for £5", "2 @ $5", "$5 x 3",
        "$5 × 3",
        "3 × $5", "24 x $41.62", "24x $41.62", "or 4 x $5", "4 payments of $5", "4 x £5.00", "$5.00 x 4",
        "12 cuotas de $ 1.200", "3 cuotas sin interés de $ 1.200", "6 MSI de $ 120", "12 mois x 5 €",
    ])
    func words(price: String) { #expect(found(price) == []) }

    /// Texts that converters, templates and scripts leave in the place of a price.
    @Test(arguments: [
        "£1,23", "£1,2", "₹1,2", "$1,234,5", "$1,234,56", "¥1,23", "¥1,2", "1,23円", "1,2円", "₩1,23", "169 169",
        "$169 169",
        "169.00 169.00", "$5 $5", "$5$5", "¥169¥169", "¥169 ¥169", "169,00 169,00", "12,", "1,", "1,299,", "1.299.",
        "1,29,9",
        "12.", "$12.", "$.", ".", ",", "$.99", ".99", "€,99", "1.2345", "€12,34,56", "12..50", "12,,50", "1 2 3",
        "1  299",
        "12 50", "12 5", "$12 5", "1 29", "1 29 €", "12 € 5", "$ 1 2", "1299.9999", "1e5", "1E5", "5,0E", "1.3E+03",
        "#N/A",
        "#VALUE!", "####", "Infinity", "inf", "$inf", "None", "nil", "undefined", "[object Object]", "{{price}}",
        "%s", "$%.2f", "%d", "${price}", "<b>5</b>", "&euro;5", "&yen;169", "5&nbsp;€", "â‚¬5", "Â£5", "Ă‚ÂŁ5", "?5",
        "�5",
        "5?", "true", "false", "Error", "2026-11-22", "10:30", "12/31", "12/31/2026", "50%", "-50%", "50% off", "38 L",
        "12 XXL", "XL", "12 x 30 cm", "5 kg", "5 pcs", "$ $", "$$5", "€€5", "5€€", "5 € €", "¥", "起", "From", "/月",
        "$5/",
        "$5 /", "2 for", "3 x", "3 x 5", "2 for 5", "¢", "c", "p", "9 9", "($5", "$5)", "MRP", "Free",
        "Price on request",
        "N/A", "-", "[$5]", "-$5", "(-$5)", "$5 50", "¥169 ¥169",
        "Save $5 on each item of our new collection if you order it this winter",
    ])
    func broken(price: String) { #expect(found(price).map { $0.prefix(13) } == ["price-pattern"]) }

    /// A code says which dollar is meant.
    @Test(arguments: [("$708.00 MXN", "MXN"), ("MXN $708", "MXN"), ("R 5", "ZAR"), ("S/ 5", "PEN"), ("5 đ", "VND"), ("5 د.إ", "AED"), ("€ 5 each", "EUR"), ("K 5", "kwacha")])
    func currency(price: String, code: String) {
        #expect(Array(price.utf8).withUnsafeBufferPointer { CurrencyMark.currency(of: $0)?.name } == code)
    }

    /// A long price costs no more than a short one.
    @Test(arguments: ["from ", "1-", "起", "$ ", "1 to ", "USD "])
    func longPrice(piece: String) {
        #expect(found(String(repeating: piece, count: 5_000)).map { $0.prefix(13) } == ["price-pattern"])
        #expect(found(String(repeating: piece, count: 200 / piece.utf8.count)).map { $0.prefix(13) } == ["price-pattern"])
    }
}
