import Testing
import WeirBase
import WeirReports
import WeirSystem

@Suite struct RuleTextTests {
    private func text(_ body: (inout ByteBuffer) -> Void) -> String {
        var output = ByteBuffer()
        body(&output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @Test func explanation() {
        #expect(
            text { Sample.rules[0].append(textTo: &$0) } == #"""
                size-integer (manifest, error)
                w and h are positive integers

                A phone divides by the width. What is not a number leaves a hole in the
                waterfall.

                Example:
                    {"w":200,"h":0,"img":"a.jpg","price":"¥169"}

                What to do:
                    Run `weir ingest` again.

                """#)
    }

    @Test func parameters() {
        #expect(
            text { Sample.rules[1].append(textTo: &$0) } == #"""
                price-pattern (manifest, warning)
                the price looks like one

                Prices are shown as they are.

                Example:
                    a | b
                    ```
                    c

                What to do:
                    Mend the catalogue.

                Parameters, in weir.json:
                    symbols (["¥", "€"])
                        the signs of currencies
                    most (0.5)
                        the largest share
                    pattern ("a|b")
                        how a price is written, for those who must know it very exactly, in many
                        words

                """#)
    }

    @Test func list() {
        #expect(
            text { Sample.rules.append(tableTo: &$0) } == """
                size-integer   error    manifest  w and h are positive integers
                price-pattern  warning  manifest  the price looks like one
                tall-cell      info     layouts   no cell is taller than the screen

                """)
    }

    @Test func page() {
        #expect(
            text { Array(Sample.rules.dropFirst()).append(markdownTo: &$0) } == #"""
                # Rules

                Each rule of [`weir check`](checks.md), with an example that breaks it. [weir.json](checks.md#weirjson) sets severities and the
                parameters, whose defaults are in parentheses.

                ## The manifest

                ### price-pattern

                `warning`: the price looks like one.

                Prices are shown as they are.

                    a | b
                    ```
                    c

                **Fix:** Mend the catalogue.

                - `symbols` (`["¥", "€"]`): the signs of currencies
                - `most` (`0.5`): the largest share
                - `pattern` (`"a|b"`): how a price is written, for those who must know it very exactly, in many words

                ## The layouts

                ### tall-cell

                `info`: no cell is taller than the screen.

                It cannot be seen as a whole.

                    w 1, h 4

                **Fix:** Crop it.

                """#)
    }
}
