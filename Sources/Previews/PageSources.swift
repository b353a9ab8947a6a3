// Made by scripts/page from the files in Page; change those.

/// The sources of the preview page.
enum PageSources {
    /// The elements of the page, from the start of the body on.
    static let body: StaticString = ##"""
        <body>
        <main class="desk" id="desk" aria-label="Phones">
            <section class="stand" id="old-stand" aria-labelledby="old-caption" hidden>
                <div class="fit"><div class="device"><iframe title="Screen of the phone with the other manifest" srcdoc="&lt;!doctype html&gt;&lt;html lang=&quot;en&quot;&gt;&lt;meta charset=&quot;utf-8&quot;&gt;&lt;title&gt;Shop&lt;/title&gt;&lt;style&gt;:root { color-scheme: light dark; --paper: #fff; --ink: #1c211f; --muted: #5b6662; --hole: #e8ebe9; --line: #d3d9d6; --error: #b3261e; --warning: #8a5a00; --info: #2457a6; --moved: #7a3fb0; }
        @media (prefers-color-scheme: dark) {
            :root { --paper: #101413; --ink: #e9edeb; --muted: #a6b1ad; --hole: #232a28; --line: #37403d; --error: #ff8a80; --warning: #f0c052; --info: #8ab4f8; --moved: #cfa3f5; }
        }
        * { box-sizing: border-box; }
        html, body { margin: 0; height: 100%; overflow: hidden; background: var(--paper); color: var(--ink); font: 13px/1.25 system-ui, -apple-system, &quot;Segoe UI&quot;, Roboto, &quot;Noto Sans&quot;, &quot;Noto Sans Arabic&quot;, &quot;Noto Sans CJK SC&quot;, sans-serif; }
        #scroller { position: absolute; inset: 0; overflow: hidden auto; scrollbar-width: none; overflow-anchor: none; overscroll-behavior: contain; }
        #scroller::-webkit-scrollbar { display: none; }
        #scroller.sideways { overflow: auto hidden; }
        #content { position: relative; }
        #list, #bands { position: absolute; width: 0; height: 0; }
        .item { position: absolute; }
        .picture { position: relative; display: block; width: 100%; margin: 0; padding: 0; border: 0; overflow: hidden; background: var(--hole); color: inherit; font: inherit; cursor: pointer; }
        .picture &gt; * { position: absolute; inset: 0; width: 100%; height: 100%; }
        .picture img { object-fit: cover; opacity: 0; transition: opacity .25s; }
        .item[data-painted] img { opacity: 1; }
        .item[data-painted] .picture { background: none; }
        .item[data-painted] :is(.hatched, .coloured, canvas) { opacity: 0; transition: opacity 0s .25s; }
        .hatched { background: repeating-linear-gradient(135deg, transparent 0 7px, var(--line) 7px 8px); }
        .item[data-state=failed] .hatched { visibility: hidden; }
        .item[data-state=failed] .picture { box-shadow: inset 0 0 0 1px var(--line); }
        .note { display: grid; place-items: center; padding: 0 4px; text-align: center; color: var(--muted); font-size: 11px; font-variant-numeric: tabular-nums; }
        .item[data-state=failed] .note { background: linear-gradient(var(--paper) 0 0) center / 100% 32px no-repeat; font-weight: 600; color: var(--error); }
        .narrow .note, .measured :is(.note, .price) { visibility: hidden; }
        .price { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 600; font-variant-numeric: tabular-nums; }
        .price:empty { display: none !important; }
        .price.below { padding: 0 2px; }
        .price.over { position: absolute; inset-inline-start: 6px; bottom: 6px; max-width: calc(100% - 12px); padding: 2px 7px; border-radius: 9px; background: #000a; color: #fff; font-size: 12px; pointer-events: none; }
        .narrow .price.over { display: none; }
        .picture:focus-visible { outline: 3px solid var(--info); outline-offset: -3px; }
        #scroller:focus-visible { outline: 2px solid var(--info); outline-offset: -2px; }
        .error .picture::after, .warning .picture::after, .info .picture::after { content: &quot;&quot;; position: absolute; top: 6px; inset-inline-end: 6px; width: 11px; height: 11px; border-radius: 50%; background: var(--mark); box-shadow: 0 0 0 2px var(--paper); }
        .error .picture::before { content: &quot;&quot;; position: absolute; inset: 0; z-index: 1; border: 2px solid var(--mark); }
        .moved .picture::after { content: &quot;&quot;; position: absolute; inset: 0; border: 3px solid var(--mark); box-shadow: inset 0 0 0 1px var(--paper); }
        .error { --mark: var(--error); } .warning { --mark: var(--warning); } .info { --mark: var(--info); } .moved { --mark: var(--moved); }
        .band { position: absolute; pointer-events: none; z-index: 1; }
        .label { position: sticky; top: 0; left: 0; display: flex; align-items: center; padding: 0 14px; overflow: hidden; font-weight: 600; background: color-mix(in srgb, var(--paper) 88%, transparent); backdrop-filter: blur(10px); }
        #notice { position: absolute; z-index: 2; left: 12px; right: 12px; bottom: 40px; display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 12px; padding: 10px 12px; border-radius: 14px; background: var(--ink); color: var(--paper); box-shadow: 0 8px 24px #0006; overflow-wrap: anywhere; }
        #notice[hidden] { display: none; }
        #notice p { margin: 0; }
        #notice button { min-height: 32px; padding: 4px 12px; border: 1px solid currentcolor; border-radius: 9px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
        .footer .label { color: var(--muted); font-weight: 400; }
        @media (prefers-reduced-motion: reduce) { .picture &gt; * { transition: none !important; } }&lt;/style&gt;&lt;body&gt;&lt;main id=&quot;scroller&quot; tabindex=&quot;0&quot; aria-label=&quot;Pictures of the shop&quot;&gt;&lt;div id=&quot;content&quot;&gt;&lt;div id=&quot;list&quot; role=&quot;list&quot; aria-label=&quot;Pictures&quot;&gt;&lt;/div&gt;&lt;div id=&quot;bands&quot;&gt;&lt;/div&gt;&lt;/div&gt;&lt;/main&gt;&lt;div id=&quot;notice&quot; role=&quot;status&quot; hidden&gt;&lt;p&gt;&lt;/p&gt;&lt;button type=&quot;button&quot;&gt;Try again&lt;/button&gt;&lt;/div&gt;&lt;/body&gt;&lt;/html&gt;"></iframe><div class="safe"></div></div></div>
                <p class="caption" id="old-caption"></p>
            </section>
            <section class="stand" id="new-stand" aria-labelledby="new-caption">
                <div class="fit"><div class="device"><iframe title="Screen of the phone" srcdoc="&lt;!doctype html&gt;&lt;html lang=&quot;en&quot;&gt;&lt;meta charset=&quot;utf-8&quot;&gt;&lt;title&gt;Shop&lt;/title&gt;&lt;style&gt;:root { color-scheme: light dark; --paper: #fff; --ink: #1c211f; --muted: #5b6662; --hole: #e8ebe9; --line: #d3d9d6; --error: #b3261e; --warning: #8a5a00; --info: #2457a6; --moved: #7a3fb0; }
        @media (prefers-color-scheme: dark) {
            :root { --paper: #101413; --ink: #e9edeb; --muted: #a6b1ad; --hole: #232a28; --line: #37403d; --error: #ff8a80; --warning: #f0c052; --info: #8ab4f8; --moved: #cfa3f5; }
        }
        * { box-sizing: border-box; }
        html, body { margin: 0; height: 100%; overflow: hidden; background: var(--paper); color: var(--ink); font: 13px/1.25 system-ui, -apple-system, &quot;Segoe UI&quot;, Roboto, &quot;Noto Sans&quot;, &quot;Noto Sans Arabic&quot;, &quot;Noto Sans CJK SC&quot;, sans-serif; }
        #scroller { position: absolute; inset: 0; overflow: hidden auto; scrollbar-width: none; overflow-anchor: none; overscroll-behavior: contain; }
        #scroller::-webkit-scrollbar { display: none; }
        #scroller.sideways { overflow: auto hidden; }
        #content { position: relative; }
        #list, #bands { position: absolute; width: 0; height: 0; }
        .item { position: absolute; }
        .picture { position: relative; display: block; width: 100%; margin: 0; padding: 0; border: 0; overflow: hidden; background: var(--hole); color: inherit; font: inherit; cursor: pointer; }
        .picture &gt; * { position: absolute; inset: 0; width: 100%; height: 100%; }
        .picture img { object-fit: cover; opacity: 0; transition: opacity .25s; }
        .item[data-painted] img { opacity: 1; }
        .item[data-painted] .picture { background: none; }
        .item[data-painted] :is(.hatched, .coloured, canvas) { opacity: 0; transition: opacity 0s .25s; }
        .hatched { background: repeating-linear-gradient(135deg, transparent 0 7px, var(--line) 7px 8px); }
        .item[data-state=failed] .hatched { visibility: hidden; }
        .item[data-state=failed] .picture { box-shadow: inset 0 0 0 1px var(--line); }
        .note { display: grid; place-items: center; padding: 0 4px; text-align: center; color: var(--muted); font-size: 11px; font-variant-numeric: tabular-nums; }
        .item[data-state=failed] .note { background: linear-gradient(var(--paper) 0 0) center / 100% 32px no-repeat; font-weight: 600; color: var(--error); }
        .narrow .note, .measured :is(.note, .price) { visibility: hidden; }
        .price { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 600; font-variant-numeric: tabular-nums; }
        .price:empty { display: none !important; }
        .price.below { padding: 0 2px; }
        .price.over { position: absolute; inset-inline-start: 6px; bottom: 6px; max-width: calc(100% - 12px); padding: 2px 7px; border-radius: 9px; background: #000a; color: #fff; font-size: 12px; pointer-events: none; }
        .narrow .price.over { display: none; }
        .picture:focus-visible { outline: 3px solid var(--info); outline-offset: -3px; }
        #scroller:focus-visible { outline: 2px solid var(--info); outline-offset: -2px; }
        .error .picture::after, .warning .picture::after, .info .picture::after { content: &quot;&quot;; position: absolute; top: 6px; inset-inline-end: 6px; width: 11px; height: 11px; border-radius: 50%; background: var(--mark); box-shadow: 0 0 0 2px var(--paper); }
        .error .picture::before { content: &quot;&quot;; position: absolute; inset: 0; z-index: 1; border: 2px solid var(--mark); }
        .moved .picture::after { content: &quot;&quot;; position: absolute; inset: 0; border: 3px solid var(--mark); box-shadow: inset 0 0 0 1px var(--paper); }
        .error { --mark: var(--error); } .warning { --mark: var(--warning); } .info { --mark: var(--info); } .moved { --mark: var(--moved); }
        .band { position: absolute; pointer-events: none; z-index: 1; }
        .label { position: sticky; top: 0; left: 0; display: flex; align-items: center; padding: 0 14px; overflow: hidden; font-weight: 600; background: color-mix(in srgb, var(--paper) 88%, transparent); backdrop-filter: blur(10px); }
        #notice { position: absolute; z-index: 2; left: 12px; right: 12px; bottom: 40px; display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 12px; padding: 10px 12px; border-radius: 14px; background: var(--ink); color: var(--paper); box-shadow: 0 8px 24px #0006; overflow-wrap: anywhere; }
        #notice[hidden] { display: none; }
        #notice p { margin: 0; }
        #notice button { min-height: 32px; padding: 4px 12px; border: 1px solid currentcolor; border-radius: 9px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
        .footer .label { color: var(--muted); font-weight: 400; }
        @media (prefers-reduced-motion: reduce) { .picture &gt; * { transition: none !important; } }&lt;/style&gt;&lt;body&gt;&lt;main id=&quot;scroller&quot; tabindex=&quot;0&quot; aria-label=&quot;Pictures of the shop&quot;&gt;&lt;div id=&quot;content&quot;&gt;&lt;div id=&quot;list&quot; role=&quot;list&quot; aria-label=&quot;Pictures&quot;&gt;&lt;/div&gt;&lt;div id=&quot;bands&quot;&gt;&lt;/div&gt;&lt;/div&gt;&lt;/main&gt;&lt;div id=&quot;notice&quot; role=&quot;status&quot; hidden&gt;&lt;p&gt;&lt;/p&gt;&lt;button type=&quot;button&quot;&gt;Try again&lt;/button&gt;&lt;/div&gt;&lt;/body&gt;&lt;/html&gt;"></iframe><div class="safe"></div></div></div>
                <p class="caption" id="new-caption"></p>
            </section>
        </main>
        <aside class="panel" id="panel" aria-label="Settings and findings">
            <header>
                <h1 id="title"></h1>
                <p class="muted" id="count" aria-live="polite"></p>
            </header>
            <section aria-labelledby="device-heading">
                <h2 id="device-heading">Device</h2>
                <div class="row">
                    <label class="grow">Screen <select id="device"></select></label>
                    <button type="button" id="turn" aria-pressed="false">Turn</button>
                </div>
                <label id="layout-choice">Layout <select id="layout"></select></label>
                <label class="check"><input type="checkbox" id="safe" checked> Show the safe area</label>
                <label class="check" id="pin-choice" hidden><input type="checkbox" id="pin" checked> Pin section headers</label>
            </section>
            <section aria-labelledby="app-heading" id="app" hidden>
                <h2 id="app-heading">App</h2>
                <div class="row">
                    <button type="button" id="refresh">Refresh</button>
                    <button type="button" id="more">Load more</button>
                </div>
            </section>
            <section aria-labelledby="picture-heading" id="selection" hidden>
                <h2 id="picture-heading" tabindex="-1"></h2>
                <p id="reason" class="error-text" role="status"></p>
                <dl id="facts"></dl>
                <button type="button" id="retry">Try again</button>
            </section>
            <section aria-labelledby="network-heading">
                <h2 id="network-heading">Network</h2>
                <label>A picture takes <output id="delay-text" for="delay"></output><input type="range" id="delay" min="0" max="5000" step="100" value="0"></label>
                <label>Pictures that fail <output id="share-text" for="share"></output><input type="range" id="share" min="0" max="100" step="1" value="0"></label>
                <div class="row">
                    <label class="short">Draw <input type="number" id="seed" min="1" max="9999" value="1"></label>
                    <button type="button" id="again">Load anew</button>
                </div>
            </section>
            <section aria-labelledby="shift-heading">
                <h2 id="shift-heading">Layout shift</h2>
                <dl class="pair"><dt>weir predicts</dt><dd id="predicted"></dd><dt>this browser measures</dt><dd id="measured" aria-live="polite"></dd></dl>
                <p class="muted" id="shift-note"></p>
                <button type="button" id="arrive" hidden>Let the new sizes arrive</button>
            </section>
            <section aria-labelledby="moves-heading" id="moves-section" hidden>
                <h2 id="moves-heading">Moves</h2>
                <ol class="list" id="moves"></ol>
            </section>
            <section aria-labelledby="findings-heading">
                <h2 id="findings-heading">Findings</h2>
                <label class="check"><input type="checkbox" id="mark" checked> Mark them on the pictures</label>
                <ol class="list" id="findings"></ol>
            </section>
            <section aria-labelledby="print-heading">
                <h2 id="print-heading">Contact sheet</h2>
                <button type="button" id="print">Print the pictures</button>
            </section>
            <footer class="muted" id="version"></footer>
        </aside>
        <div id="sheet" aria-hidden="true"></div>
        """##

    /// The style of the page.
    static let style: StaticString = ##"""
        :root {
            color-scheme: light dark;
            --desk: #e9ece9; --desk-low: #dfe4e0; --panel: #fcfcfb; --line: #dde2df; --ink: #1c211f; --muted: #56615d; --accent: #0c6552; --on-accent: #fff;
            --field: #fff; --edge: #97a29d; --error: #b3261e; --warning: #855600; --info: #2457a6; --shell: #16191a; --shell-edge: #3b4142;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --desk: #131716; --desk-low: #0e1110; --panel: #1b201f; --line: #2f3735; --ink: #e9edeb; --muted: #a8b3af; --accent: #6fd0b6; --on-accent: #08231c;
                --field: #242b29; --edge: #66736e; --error: #ff8a80; --warning: #f0c052; --info: #8ab4f8; --shell: #0a0c0c; --shell-edge: #56605e;
            }
        }
        * { box-sizing: border-box; }
        html { height: 100%; }
        body { margin: 0; min-height: 100%; display: grid; grid-template-columns: minmax(0, 1fr) 340px; color: var(--ink); background: var(--desk); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        .desk { position: sticky; top: 0; height: 100vh; display: flex; justify-content: center; align-items: center; gap: 48px; padding: 28px; overflow: hidden; background: linear-gradient(var(--desk), var(--desk-low)); }
        .stand { display: flex; flex-direction: column; align-items: center; gap: 14px; min-width: 0; }
        .stand[hidden] { display: none; }
        .fit { position: relative; }
        .device { position: absolute; left: 0; top: 0; transform-origin: 0 0; padding: var(--bezel, 12px); border-radius: calc(var(--corner, 12px) + var(--bezel, 12px)); background: var(--shell); box-shadow: 0 0 0 1.5px var(--shell-edge), 0 30px 60px -18px #0007, 0 10px 22px -8px #0005; }
        .device iframe { display: block; border: 0; border-radius: var(--corner, 12px); background: var(--panel); }
        .safe { position: absolute; inset: var(--bezel, 12px); border-radius: var(--corner, 12px); overflow: hidden; pointer-events: none; border-style: solid; border-color: #2457a626; border-width: var(--safe, 0); }
        .safe[hidden] { display: none; }
        .safe::after { content: ""; position: absolute; inset: 0; border: 1px dashed #2457a6aa; }
        .caption { margin: 0; color: var(--muted); font-size: 12.5px; text-align: center; font-variant-numeric: tabular-nums; }
        .caption strong { color: var(--ink); font-weight: 600; }
        .panel { min-height: 100vh; padding: 22px 22px 28px; background: var(--panel); border-inline-start: 1px solid var(--line); }
        .panel > section { padding: 16px 0; border-top: 1px solid var(--line); display: grid; gap: 10px; }
        .panel > section[hidden] { display: none; }
        .panel header { padding-bottom: 14px; }
        h1 { margin: 0; font-size: 19px; line-height: 1.25; letter-spacing: -.01em; overflow-wrap: anywhere; }
        h2 { margin: 0; font-size: 12px; font-weight: 650; letter-spacing: .05em; text-transform: uppercase; color: var(--muted); }
        #picture-heading { text-transform: none; letter-spacing: 0; font-size: 15px; color: var(--ink); }
        p { margin: 0; }
        .muted { color: var(--muted); font-size: 13px; }
        .error-text { color: var(--error); }
        .error-text:empty { display: none; }
        label { display: grid; gap: 4px; }
        label:has(output) { grid-template-columns: 1fr auto; }
        label:has(output) input { grid-column: 1 / -1; }
        .check { display: flex; gap: 8px; align-items: center; }
        .check[hidden], label[hidden] { display: none; }
        .row { display: flex; gap: 10px; align-items: end; flex-wrap: wrap; }
        .grow { flex: 1; min-width: 0; }
        .short { width: 84px; }
        select, input[type=number] { width: 100%; min-height: 36px; padding: 6px 9px; font: inherit; color: inherit; background: var(--field); border: 1px solid var(--edge); border-radius: 9px; }
        button { min-height: 36px; padding: 6px 14px; font: inherit; font-weight: 550; color: inherit; background: var(--field); border: 1px solid var(--edge); border-radius: 9px; cursor: pointer; }
        button:hover { border-color: var(--accent); }
        button:disabled { color: var(--muted); border-color: var(--line); cursor: default; }
        button[hidden] { display: none; }
        #turn[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        input[type=range] { width: 100%; accent-color: var(--accent); }
        input[type=checkbox] { width: 17px; height: 17px; margin: 0; accent-color: var(--accent); }
        output { font-variant-numeric: tabular-nums; color: var(--muted); }
        :focus-visible { outline: 3px solid color-mix(in srgb, var(--accent) 70%, transparent); outline-offset: 2px; }
        dl { margin: 0; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 3px 12px; }
        dt { color: var(--muted); }
        dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
        .pair dd { text-align: end; font-weight: 600; }
        .list { margin: 0; padding: 0; list-style: none; display: grid; gap: 4px; max-height: 340px; overflow: auto; }
        .list button { width: 100%; min-height: 0; padding: 8px 10px; text-align: start; font-weight: 400; background: none; border: 1px solid var(--line); border-inline-start: 3px solid var(--mark, var(--edge)); overflow-wrap: anywhere; }
        .list .error { --mark: var(--error); } .list .warning { --mark: var(--warning); } .list .info { --mark: var(--info); }
        .list b { display: block; font-size: 12.5px; font-weight: 600; }
        .list li { padding: 0; }
        .list li.plain { padding: 8px 10px; border: 1px solid var(--line); border-inline-start: 3px solid var(--mark, var(--edge)); border-radius: 9px; overflow-wrap: anywhere; }
        footer { padding-top: 16px; border-top: 1px solid var(--line); }
        #sheet { display: none; }
        @media (max-width: 860px) {
            body { display: block; }
            .desk { position: relative; height: auto; min-height: 60vh; padding: 20px 12px; flex-wrap: wrap; gap: 24px; }
            .panel { min-height: 0; border-inline-start: 0; border-top: 1px solid var(--line); }
        }
        @media (prefers-reduced-motion: no-preference) { button { transition: border-color .15s; } }
        @media print {
            body { display: block; background: #fff; color: #000; }
            .desk, .panel { display: none; }
            #sheet { display: grid; grid-template-columns: repeat(6, 1fr); gap: 5mm 4mm; font: 8pt/1.3 system-ui, sans-serif; }
            #sheet figure { margin: 0; break-inside: avoid; }
            #sheet :is(img, .lost) { display: grid; place-items: center; width: 100%; height: 30mm; object-fit: contain; background: #f3f3f3; }
            #sheet figcaption { display: flex; justify-content: space-between; gap: 2mm; color: #000; }
        }
        """##

    /// The style of the document that is the screen of a phone.
    static let phoneStyle: StaticString = ##"""
        :root { color-scheme: light dark; --paper: #fff; --ink: #1c211f; --muted: #5b6662; --hole: #e8ebe9; --line: #d3d9d6; --error: #b3261e; --warning: #8a5a00; --info: #2457a6; --moved: #7a3fb0; }
        @media (prefers-color-scheme: dark) {
            :root { --paper: #101413; --ink: #e9edeb; --muted: #a6b1ad; --hole: #232a28; --line: #37403d; --error: #ff8a80; --warning: #f0c052; --info: #8ab4f8; --moved: #cfa3f5; }
        }
        * { box-sizing: border-box; }
        html, body { margin: 0; height: 100%; overflow: hidden; background: var(--paper); color: var(--ink); font: 13px/1.25 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Noto Sans CJK SC", sans-serif; }
        #scroller { position: absolute; inset: 0; overflow: hidden auto; scrollbar-width: none; overflow-anchor: none; overscroll-behavior: contain; }
        #scroller::-webkit-scrollbar { display: none; }
        #scroller.sideways { overflow: auto hidden; }
        #content { position: relative; }
        #list, #bands { position: absolute; width: 0; height: 0; }
        .item { position: absolute; }
        .picture { position: relative; display: block; width: 100%; margin: 0; padding: 0; border: 0; overflow: hidden; background: var(--hole); color: inherit; font: inherit; cursor: pointer; }
        .picture > * { position: absolute; inset: 0; width: 100%; height: 100%; }
        .picture img { object-fit: cover; opacity: 0; transition: opacity .25s; }
        .item[data-painted] img { opacity: 1; }
        .item[data-painted] .picture { background: none; }
        .item[data-painted] :is(.hatched, .coloured, canvas) { opacity: 0; transition: opacity 0s .25s; }
        .hatched { background: repeating-linear-gradient(135deg, transparent 0 7px, var(--line) 7px 8px); }
        .item[data-state=failed] .hatched { visibility: hidden; }
        .item[data-state=failed] .picture { box-shadow: inset 0 0 0 1px var(--line); }
        .note { display: grid; place-items: center; padding: 0 4px; text-align: center; color: var(--muted); font-size: 11px; font-variant-numeric: tabular-nums; }
        .item[data-state=failed] .note { background: linear-gradient(var(--paper) 0 0) center / 100% 32px no-repeat; font-weight: 600; color: var(--error); }
        .narrow .note, .measured :is(.note, .price) { visibility: hidden; }
        .price { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 600; font-variant-numeric: tabular-nums; }
        .price:empty { display: none !important; }
        .price.below { padding: 0 2px; }
        .price.over { position: absolute; inset-inline-start: 6px; bottom: 6px; max-width: calc(100% - 12px); padding: 2px 7px; border-radius: 9px; background: #000a; color: #fff; font-size: 12px; pointer-events: none; }
        .narrow .price.over { display: none; }
        .picture:focus-visible { outline: 3px solid var(--info); outline-offset: -3px; }
        #scroller:focus-visible { outline: 2px solid var(--info); outline-offset: -2px; }
        .error .picture::after, .warning .picture::after, .info .picture::after { content: ""; position: absolute; top: 6px; inset-inline-end: 6px; width: 11px; height: 11px; border-radius: 50%; background: var(--mark); box-shadow: 0 0 0 2px var(--paper); }
        .error .picture::before { content: ""; position: absolute; inset: 0; z-index: 1; border: 2px solid var(--mark); }
        .moved .picture::after { content: ""; position: absolute; inset: 0; border: 3px solid var(--mark); box-shadow: inset 0 0 0 1px var(--paper); }
        .error { --mark: var(--error); } .warning { --mark: var(--warning); } .info { --mark: var(--info); } .moved { --mark: var(--moved); }
        .band { position: absolute; pointer-events: none; z-index: 1; }
        .label { position: sticky; top: 0; left: 0; display: flex; align-items: center; padding: 0 14px; overflow: hidden; font-weight: 600; background: color-mix(in srgb, var(--paper) 88%, transparent); backdrop-filter: blur(10px); }
        #notice { position: absolute; z-index: 2; left: 12px; right: 12px; bottom: 40px; display: grid; grid-template-columns: 1fr auto; align-items: center; gap: 12px; padding: 10px 12px; border-radius: 14px; background: var(--ink); color: var(--paper); box-shadow: 0 8px 24px #0006; overflow-wrap: anywhere; }
        #notice[hidden] { display: none; }
        #notice p { margin: 0; }
        #notice button { min-height: 32px; padding: 4px 12px; border: 1px solid currentcolor; border-radius: 9px; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
        .footer .label { color: var(--muted); font-weight: 400; }
        @media (prefers-reduced-motion: reduce) { .picture > * { transition: none !important; } }
        """##

    /// All modules as one script.
    static let script: StaticString = ##"""
        // What weir has put into the page.

        /**
         * @typedef {object} Entries Lists of entries, and the values of all entries.
         * @property {{name: string, count: number, total: number}[]} lists
         * @property {number[]} size The width and the height of each entry, in pixels.
         * @property {string[]} img
         * @property {string[]} price
         * @property {string[]} [thumbhash]
         * @property {string[]} [color] A colour of each picture, as #rrggbb. A manifest may have it by one of three names.
         * @property {string[]} [meanColor]
         * @property {string[]} [dominantColor]
         * @property {string[]} [status]
         */

        /**
         * @typedef {object} State What the app has loaded, and how it is laid out.
         * @property {number[]} lists The numbers of the lists, one behind the other.
         * @property {number} from The first frame that differs from the state before.
         * @property {number} width The size of the content.
         * @property {number} height
         * @property {number[]} [strips] The points below each picture that come in addition to the screen's strip.
         * @property {string[]} [sections] The names of the sections.
         * @property {{kind: "header"|"footer", section: number, frame: number[], until?: number}[]} [supplementary]
         *   `until` is where a header that pins is at last.
         */

        /**
         * @typedef {object} Screen A layout on a device.
         * @property {number} number
         * @property {string} layout
         * @property {string} device
         * @property {number} width
         * @property {number} height
         * @property {number} [scale] Pixels to a point.
         * @property {number[]} [safeArea] Top, left, bottom, right.
         * @property {number} strip The points below each picture.
         * @property {boolean} [isHorizontal]
         * @property {boolean} [isCarousel]
         * @property {number} [predicted] The shift score of a phone with the sizes of the other manifest.
         * @property {Object<string, State[]>} chains States that grow out of each other, by name.
         */

        /** @typedef {{rule: string, severity: string, message: string, entry?: number, screen?: string}} Finding */

        /** Parses an element's text and frees it. */
        function parsed(element) {
            const value = JSON.parse(element.textContent);
            element.remove();
            return value;
        }

        /**
         * @type {{title: string, version: string, pictures: string, number?: number, findings: Finding[], entries: Entries,
         *   against?: {name: string, former: number[], entries: Entries}}}
         */
        const page = parsed(document.getElementById("page"));

        /** @type {Screen[]} */
        const screens = [...document.querySelectorAll("script[id^=screen-]")].map((element, number) => ({ number, ...parsed(element) }));

        /** The bytes of a base64 text. */
        function decodedBytes(text) {
            const binary = atob(text);
            const bytes = new Uint8Array(binary.length);
            for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
            return bytes;
        }

        /** The numbers of the frames that a state adds: x, y, width and height of each. */
        function addedNumbers(screen, chain, step) {
            const text = document.getElementById(`frames-${screen.number}-${chain}-${step}`).textContent;
            return new Float64Array(decodedBytes(text).buffer);
        }


        const foreign = /^([a-z][a-z0-9+.-]*):(?:\/\/|(?<=^(?:data|blob|javascript|vbscript|file|cid|about|az|gs|s3):))/i;

        /**
         * Where a browser finds the picture of an entry, or why it does not look for it.
         * @param {string} img
         * @returns {{url: string} | {reason: string}}
         */
        function addressOf(img) {
            if (img === "") return { reason: "The entry names no picture." };
            if (/^https?:\/\//i.test(img) || /^data:image\//i.test(img)) return { url: img };
            if (img.startsWith("//")) return { url: `https:${img}` };
            const scheme = foreign.exec(img)?.[1];
            if (scheme) return { reason: `The address has the scheme ${scheme.toLowerCase()}, which the preview does not load.` };
            if (page.pictures.endsWith("=")) return { url: page.pictures + encodeURIComponent(img) };
            const path = img.split("/").map(encodeURIComponent).join("/");
            return { url: img.startsWith("/") ? `file://${path}` : page.pictures + path };
        }


        /** The frames of one state on one screen, in points, and which of them meet a rect. */
        class Frames {
            /** @param {import("./data.js").Screen} screen */
            constructor(screen, chain, step) {
                const states = screen.chains[chain];
                const blocks = states.slice(0, step + 1).map((_, index) => addedNumbers(screen, chain, index));
                this.count = states[step].from + blocks[step].length / 4;
                this.numbers = new Float64Array(4 * this.count);
                // A later state may move frames of an earlier one.
                blocks.forEach((block, index) => this.numbers.set(block, 4 * states[index].from));
                this.prepare(screen.isHorizontal ? 0 : 1);
            }

            /** Sorts the frames along the axis in which the content scrolls. */
            prepare(axis) {
                const { numbers, count } = this;
                this.axis = axis;
                const order = new Uint32Array(count);
                let isSorted = true;
                for (let i = 0; i < count; i++) {
                    order[i] = i;
                    if (i > 0 && numbers[4 * i + axis] < numbers[4 * i - 4 + axis]) isSorted = false;
                }
                if (!isSorted) order.sort((a, b) => numbers[4 * a + axis] - numbers[4 * b + axis] || a - b);
                this.order = order;
                /** How far the frames up to this one in the order reach. */
                this.reach = new Float64Array(count);
                let reach = -Infinity;
                for (let i = 0; i < count; i++) {
                    const start = 4 * order[i] + axis;
                    reach = Math.max(reach, numbers[start] + numbers[start + 2]);
                    this.reach[i] = reach;
                }
            }

            frame(item) {
                const { numbers } = this;
                const at = 4 * item;
                return { x: numbers[at], y: numbers[at + 1], width: numbers[at + 2], height: numbers[at + 3] };
            }

            /**
             * The items that share an area above zero with a rect, in their order, as `weir layout --rect` has them.
             * @returns {number[]}
             */
            meeting(left, top, right, bottom) {
                const { numbers, order, reach, axis, count } = this;
                const [start, end] = axis === 0 ? [left, right] : [top, bottom];
                const found = [];
                let place = firstIndex(count, index => reach[index] > start);
                for (; place < count; place++) {
                    const at = 4 * order[place];
                    if (numbers[at + axis] >= end) break;
                    const across = Math.min(numbers[at] + numbers[at + 2], right) - Math.max(numbers[at], left);
                    const down = Math.min(numbers[at + 1] + numbers[at + 3], bottom) - Math.max(numbers[at + 1], top);
                    if (across > 0 && down > 0) found.push(order[place]);
                }
                return found.sort((a, b) => a - b);
            }
        }

        /** The first index for which a condition holds that holds for all later ones; `count` if there is none. */
        function firstIndex(count, holds) {
            let [low, high] = [0, count];
            while (low < high) {
                const middle = (low + high) >> 1;
                if (holds(middle)) high = middle;
                else low = middle + 1;
            }
            return low;
        }


        /** What the app has loaded: which lists, whether a refresh has come, and on which screen it is shown. */
        class Shop {
            isRefreshed = false;
            step = 0;
            #frames = new Map();
            #entries = new WeakMap();

            /** @param {import("./data.js").Screen} screen */
            constructor(screen) {
                this.screen = screen;
                this.starts = listStarts(page.entries.lists);
            }

            get chain() {
                return this.isRefreshed ? "refreshed" : "plain";
            }

            get state() {
                return this.screen.chains[this.chain][this.step];
            }

            get canRefresh() {
                return "refreshed" in this.screen.chains && !this.isRefreshed;
            }

            get canLoadMore() {
                return this.step + 1 < this.screen.chains[this.chain].length;
            }

            get frames() {
                return this.framesOf(this.chain, this.step);
            }

            /** The frames of a state; those of the last states are kept. */
            framesOf(chain, step) {
                const key = `${this.screen.number} ${chain} ${step}`;
                const frames = this.#frames.get(key) ?? new Frames(this.screen, chain, step);
                this.#frames.delete(key);
                this.#frames.set(key, frames);
                if (this.#frames.size > 4) this.#frames.delete(this.#frames.keys().next().value);
                return frames;
            }

            /** The entry of each item. */
            get entries() {
                const { state } = this;
                if (!this.#entries.has(state)) this.#entries.set(state, entriesOf(state.lists, page.entries.lists, this.starts));
                return this.#entries.get(state);
            }

            /** The item of an entry; lists are loaded until it is there. Undefined if no state has it. */
            reach(entry) {
                for (;;) {
                    const item = this.entries.indexOf(entry);
                    if (item >= 0) return item;
                    if (this.canLoadMore) this.step++;
                    else if (this.canRefresh) this.isRefreshed = true;
                    else return undefined;
                }
            }
        }

        /** Where each list begins among all entries. */
        function listStarts(lists) {
            let start = 0;
            return lists.map(({ count }) => (start += count) - count);
        }

        /** The entries of lists that stand one behind the other. */
        function entriesOf(numbers, lists, starts) {
            const all = numbers.flatMap(number => Array.from({ length: lists[number].count }, (_, index) => starts[number] + index));
            return Uint32Array.from(all);
        }


        /** Smaller moves do not count in a shift score. */
        const leastMove = 3;

        /** The other manifest on the same screen, beside the shop. */
        class Comparison {
            constructor(shop) {
                this.shop = shop;
                this.entriesOfOld = entriesOf(page.against.entries.lists.map((_, index) => index), page.against.entries.lists, listStarts(page.against.entries.lists));
            }

            state(chain) {
                return this.shop.screen.chains[chain][0];
            }

            frames(chain) {
                return this.shop.framesOf(chain, 0);
            }

            /**
             * The pictures that both manifests have at different places, in the order of the shop.
             * @returns {{item: number, former: number, x: number, y: number}[]}
             */
            get moves() {
                const [frames, old] = [this.shop.frames, this.frames("old")];
                const moves = [];
                this.shop.entries.forEach((entry, item) => {
                    const former = page.against.former[entry] ?? -1;
                    if (former < 0) return;
                    const [now, was] = [frames.frame(item), old.frame(former)];
                    const [x, y] = [now.x - was.x, now.y - was.y];
                    if (Math.max(Math.abs(x), Math.abs(y)) >= leastMove) moves.push({ item, former, x, y });
                });
                return moves;
            }
        }

        /** The controls of the panel, by their ids. */
        const controls = new Proxy({}, { get: (_, id) => document.getElementById(id) });

        /** An element with a text and children. Texts are never markup. */
        function element(name, text = "", ...children) {
            const made = document.createElement(name);
            made.textContent = text;
            made.append(...children);
            return made;
        }

        /** Fills a description list with names and texts. */
        function describe(list, rows) {
            list.replaceChildren(...rows.flatMap(([name, text]) => [element("dt", name), element("dd", text)]));
        }

        /** Fills a list of buttons; only so many are shown. */
        function listButtons(list, rows, most = 200) {
            const items = rows.slice(0, most).map(({ title, text, kind, pressed }) => {
                const inner = pressed ? element("button", "", element("b", title), text) : element("div", "", element("b", title), text);
                if (pressed) {
                    inner.type = "button";
                    inner.onclick = pressed;
                    inner.className = kind;
                    return element("li", "", inner);
                }
                const item = element("li", "", ...inner.childNodes);
                item.className = `plain ${kind}`;
                return item;
            });
            if (rows.length > most) items.push(element("li", `and ${rows.length - most} more`));
            list.replaceChildren(...items);
        }

        /** A number to hundredths, without needless zeros. */
        const hundredths = number => String(Math.round(number * 100) / 100);
        /** A score as `weir diff` prints it. */
        const scoreText = score => String(Math.round(score * 10000) / 10000);

        /** The case of a device around its screen. */

        /**
         * Shows the case of a screen, as large as there is room for, and its safe area.
         * @param {HTMLElement} stand
         * @param {import("./data.js").Screen} screen
         * @param {{width: number, height: number}} room
         * @returns {number} How large a point is on this page.
         */
        function showDevice(stand, screen, room, showsSafeArea) {
            const device = stand.querySelector(".device");
            const [top, left, bottom, right] = screen.safeArea ?? [0, 0, 0, 0];
            const isTablet = Math.min(screen.width, screen.height) >= 700;
            const bezel = isTablet ? 22 : 12;
            // Screens with a camera in the edge have round corners.
            const corner = Math.max(top, left) >= 40 ? 46 : isTablet ? 18 : 8;
            device.style.setProperty("--bezel", `${bezel}px`);
            device.style.setProperty("--corner", `${corner}px`);
            device.style.setProperty("--safe", `${top}px ${right}px ${bottom}px ${left}px`);
            device.querySelector(".safe").hidden = !showsSafeArea || !screen.safeArea;
            const [width, height] = [screen.width + 2 * bezel, screen.height + 2 * bezel];
            const scale = Math.min(1, room.width / width, room.height / height);
            device.style.transform = `scale(${scale})`;
            const fit = stand.querySelector(".fit");
            fit.style.width = `${width * scale}px`;
            fit.style.height = `${height * scale}px`;
            return scale;
        }

        /** Such as `iphone-17 · 402 × 874 pt at 3x`. */
        function deviceCaption(screen, scale) {
            const pixels = screen.scale ? ` at ${screen.scale}x` : "";
            const shown = scale < 1 ? `, shown at ${Math.round(scale * 100)} %` : "";
            const side = length => Math.round(length * 100) / 100;
            return `${side(screen.width)} × ${side(screen.height)} pt${pixels}${shown}`;
        }


        const order = ["error", "warning", "info"];

        /** The findings of each entry, the worst first. */
        const byEntry = new Map();
        const sorted = page.findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
        for (const finding of sorted) {
            if (finding.entry === undefined) continue;
            if (!byEntry.has(finding.entry)) byEntry.set(finding.entry, []);
            byEntry.get(finding.entry).push(finding);
        }

        /** Whether a finding is about this layout, or about no layout at all. */
        const isAbout = (finding, layout) => !finding.screen || finding.screen.startsWith(`${layout} on `);

        /** The findings of an entry in a layout, the worst first. */
        function findingsOf(entry, layout) {
            return (byEntry.get(entry) ?? []).filter(finding => isAbout(finding, layout));
        }

        /** How a tile of an entry is marked; undefined without a finding. */
        function findingMark(entry, layout) {
            const [finding] = findingsOf(entry, layout);
            return finding && { kind: finding.severity, text: `${finding.severity}: ${finding.message}` };
        }

        /**
         * All findings for the panel, the worst first.
         * @param {string[]} layouts
         * @param {(entry: number, layout?: string) => void} jump Shows an entry, in the layout that the finding is about.
         */
        function findingRows(layouts, jump) {
            return sorted.map(finding => {
                const { rule, severity, message, entry, screen } = finding;
                const layout = screen && layouts.find(layout => isAbout(finding, layout));
                return {
                    title: `${severity}: ${rule}`, text: screen ? `${message} (${screen})` : message, kind: severity,
                    pressed: entry === undefined ? undefined : () => jump(entry, layout),
                };
            });
        }

        /** A number from 0 to 1 that depends on nothing but its arguments. */
        function drawn(...numbers) {
            let state = 0x9E3779B9;
            for (const number of numbers) {
                state = Math.imul(state ^ number, 0x85EBCA6B);
                state = Math.imul(state ^ state >>> 13, 0xC2B2AE35);
                state ^= state >>> 16;
            }
            return (state >>> 0) / 2 ** 32;
        }

        /**
         * A simulated network: pictures wait as long as it says, and some of them fail. The same seed makes the same pictures fail.
         */
        class Network {
            delay = 0;
            failingShare = 0;
            seed = 1;
            /** Pictures that wait or load at the same time while the network is slow. */
            connections = 6;
            #waiting = [];
            #busy = 0;

            /**
             * Loads a picture into an element.
             * @returns {{cancel: () => void}}
             */
            load(entry, attempt, element, url, { loaded, failed }) {
                const job = { isCancelled: false, cancel: () => { job.isCancelled = true; } };
                const end = report => {
                    this.#busy--;
                    if (!job.isCancelled) report();
                    this.#next();
                };
                const fetch = () => {
                    if (drawn(this.seed, entry, attempt) < this.failingShare) {
                        return end(() => failed("The simulated network has lost it."));
                    }
                    element.onload = () => end(loaded);
                    element.onerror = () => end(() => failed("The browser could not load it, or it is no picture that browsers know."));
                    element.src = url;
                };
                job.start = () => {
                    this.#busy++;
                    if (this.delay === 0) return fetch();
                    const time = this.delay * (0.5 + drawn(this.seed, entry, attempt, 7));
                    setTimeout(() => job.isCancelled ? end(() => {}) : fetch(), time);
                };
                this.#waiting.push(job);
                this.#next();
                return job;
            }

            #next() {
                while (this.#waiting.length > 0 && (this.delay === 0 || this.#busy < this.connections)) {
                    const job = this.#waiting.shift();
                    if (!job.isCancelled) job.start();
                }
            }
        }

        /**
         * The small picture of a ThumbHash, as an element to put behind the true one. Throws if the bytes are too few.
         * @param {Document} owner
         * @param {Uint8Array} hash
         */
        function thumbHashCanvas(owner, hash) {
            const head = hash[0] | hash[1] << 8 | hash[2] << 16;
            const shape = hash[3] | hash[4] << 8;
            const hasAlpha = head >> 23 !== 0;
            const isWide = shape >> 15 !== 0;
            const most = hasAlpha ? 5 : 7;
            const across = Math.max(3, isWide ? most : shape & 7);
            const down = Math.max(3, isWide ? shape & 7 : most);
            let place = (hasAlpha ? 6 : 5) * 2;
            const digit = () => hash[place >> 1] >> (place++ & 1) * 4 & 15;
            const waves = (nx, ny, mean, scale) => {
                const terms = [];
                for (let cy = 0; cy < ny; cy++) {
                    for (let cx = cy > 0 ? 0 : 1; cx * ny < nx * (ny - cy); cx++) terms.push([cx, cy, (digit() / 7.5 - 1) * scale * 2]);
                }
                return { mean, terms };
            };
            const light = waves(across, down, (head & 63) / 63, (head >> 18 & 31) / 31);
            const yellow = waves(3, 3, (head >> 6 & 63) / 31.5 - 1, (shape >> 3 & 63) / 63 * 1.25);
            const red = waves(3, 3, (head >> 12 & 63) / 31.5 - 1, (shape >> 9 & 63) / 63 * 1.25);
            const alpha = hasAlpha ? waves(5, 5, (hash[5] & 15) / 15, (hash[5] >> 4) / 15) : { mean: 1, terms: [] };
            if ((place + 1) >> 1 > hash.length) throw new RangeError("the text is too short for a ThumbHash");

            const canvas = owner.createElement("canvas");
            canvas.width = Math.round(across >= down ? 32 : 32 * across / down);
            canvas.height = Math.round(across >= down ? 32 * down / across : 32);
            const { width, height } = canvas;
            const context = canvas.getContext("2d");
            const image = context.createImageData(width, height);
            const cosines = (length, index) => Array.from({ length: 8 }, (_, wave) => Math.cos(Math.PI / length * (index + 0.5) * wave));
            const columns = Array.from({ length: width }, (_, x) => cosines(width, x));
            for (let y = 0, at = 0; y < height; y++) {
                const row = cosines(height, y);
                for (let x = 0; x < width; x++, at += 4) {
                    const value = ({ mean, terms }) => terms.reduce((sum, [cx, cy, weight]) => sum + weight * columns[x][cx] * row[cy], mean);
                    const [l, p, q] = [value(light), value(yellow), value(red)];
                    const b = l - 2 / 3 * p;
                    const r = (3 * l - b + q) / 2;
                    image.data.set([r, r - q, b, value(alpha)].map(part => Math.max(0, Math.min(255, Math.round(255 * part)))), at);
                }
            }
            context.putImageData(image, 0, 0);
            return canvas;
        }


        /** A length that the browser's layout keeps as it is: it counts in 64ths. */
        const laidOut = length => Math.round(length * 64) / 64;

        const marks = ["error", "warning", "info", "moved"];

        /** The elements of one item: the picture in its frame, and the price below it or over its lower edge. */
        class Tile {
            #job;

            /** @param {Document} owner The document of the phone's screen. */
            constructor(owner, item, entry, pictures) {
                Object.assign(this, { item, entry, pictures });
                const make = (name, className) => Object.assign(owner.createElement(name), { className });
                this.element = make("div", "item");
                this.element.setAttribute("role", "listitem");
                this.element.setAttribute("aria-posinset", item + 1);
                this.button = make("button", "picture");
                this.button.type = "button";
                this.button.dataset.item = item;
                this.image = make("img", "");
                this.image.alt = "";
                this.image.decoding = "async";
                this.note = make("span", "note");
                this.price = make("span", "price");
                this.price.dir = "auto";
                this.price.textContent = pictures.entries.price[entry];
                this.placeholder = this.#placeholder(owner);
                this.button.append(this.placeholder, this.image, this.note);
                this.element.append(this.button, this.price);
                this.#job = pictures.load(entry, this.image);
                this.show();
            }

            /** A picture of the same size that needs no network: its ThumbHash, its colour, or hatching. */
            #placeholder(owner) {
                const { thumbhash, color, meanColor, dominantColor } = this.pictures.entries;
                if (thumbhash?.[this.entry]) {
                    try {
                        return thumbHashCanvas(owner, decodedBytes(thumbhash[this.entry]));
                    } catch {
                        // The text is no ThumbHash; hatching serves as well.
                    }
                }
                const hatched = owner.createElement("span");
                hatched.className = "hatched";
                const colours = [color, meanColor, dominantColor].map(column => column?.[this.entry] ?? "");
                const colour = colours.find(text => /^#[0-9a-f]{6}$/i.test(text));
                if (colour) {
                    hatched.className = "coloured";
                    hatched.style.backgroundColor = colour;
                }
                return hatched;
            }

            /** Places the tile; `origin` is where the list of tiles begins in the content. */
            place(frame, origin, strip) {
                const { style } = this.element;
                style.left = `${laidOut(frame.x - origin.x)}px`;
                style.top = `${laidOut(frame.y - origin.y)}px`;
                style.width = `${laidOut(frame.width)}px`;
                style.height = `${laidOut(frame.height)}px`;
                const below = Math.min(strip, frame.height);
                this.button.style.height = `${laidOut(frame.height - below)}px`;
                this.element.classList.toggle("narrow", frame.width < 44);
                // A strip that is lower than a line of text has no room for the price.
                this.price.className = below >= 14 ? "price below" : "price over";
                this.price.style.height = below >= 14 ? `${laidOut(below)}px` : "";
                // One line of text in the middle of the strip. A flex box would not shorten it with an ellipsis.
                this.price.style.lineHeight = this.price.style.height;
            }

            /** @param {number} scale Of a carousel, about the tile's centre. */
            scale(scale) {
                this.element.style.transform = `scale(${Math.max(0, scale)})`;
            }

            /** Shows whether the picture waits, is there or has failed. */
            show() {
                const { kind } = this.pictures.state(this.entry);
                this.element.dataset.state = kind;
                if (kind === "loaded") this.#paint();
                const { size } = this.pictures.entries;
                const isHatched = this.placeholder.className === "hatched";
                const sizeText = isHatched ? `${size[2 * this.entry]} × ${size[2 * this.entry + 1]}` : "";
                this.note.textContent = { waiting: sizeText, loaded: "", failed: "not loaded" }[kind];
                const price = this.price.textContent;
                const words = { waiting: "waiting", loaded: "", failed: "not loaded, press for the reason" }[kind];
                this.button.setAttribute("aria-label", [`Picture ${this.item}`, price, words, this.remark].filter(Boolean).join(", "));
            }

            /** Covers the placeholder once the browser can paint the picture. Before, its place would be white. */
            async #paint() {
                const { image } = this;
                const address = image.src;
                try {
                    await image.decode();
                } catch {
                    // The picture has not come into this tile yet, or the tile is gone: the placeholder stays.
                    return;
                }
                if (image.src === address) this.element.dataset.painted = "";
            }

            /** Marks the tile with the severity of its worst finding, or as one that moves. */
            mark(mark, remark) {
                for (const each of marks) this.element.classList.toggle(each, each === mark);
                this.remark = remark;
                this.show();
            }

            reload() {
                delete this.element.dataset.painted;
                this.#job = this.pictures.load(this.entry, this.image);
                this.show();
            }

            remove() {
                this.#job?.cancel();
                this.element.remove();
            }
        }


        /** The list of tiles begins at multiples of this, so that positions in it stay small and exact. */
        const step = 8192;
        /** Browsers cut longer contents off. */
        const longestContent = 33_000_000;

        /** The screen of a phone: a document of its own that has the elements of what is on screen, and no others. */
        class Phone {
            #tiles = new Map();
            #bands = new Map();
            #snapTimer;

            /**
             * @param {HTMLIFrameElement} frame
             * @param {(item: number) => void} selected Called when a tile is pressed.
             */
            constructor(frame, selected) {
                this.frame = frame;
                this.view = frame.contentWindow;
                this.document = frame.contentDocument;
                this.selected = selected;
                this.marks = () => undefined;
                this.scroller = this.document.getElementById("scroller");
                this.content = this.document.getElementById("content");
                this.list = this.document.getElementById("list");
                this.bandRoom = this.document.getElementById("bands");
                this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
                this.scroller.addEventListener("keydown", event => this.#pressed(event));
                this.list.addEventListener("click", event => {
                    const item = event.target.closest("button")?.dataset.item;
                    if (item !== undefined) this.selected(Number(item));
                });
                const window = this.document.defaultView;
                this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
            }

            /**
             * Shows a state. With `keepsTiles`, tiles move to their new places, else all are made anew.
             * @param {import("./data.js").Screen} screen
             * @param {import("./data.js").State} state
             * @param {import("./frames.js").Frames} frames
             * @param {Uint32Array} entries The entry of each item.
             * @param {import("./pictures.js").Pictures} pictures
             */
            show(screen, state, frames, entries, pictures, { keepsTiles = false, pinsHeaders = true } = {}) {
                Object.assign(this, { screen, state, frames, entries, pictures, pinsHeaders });
                if (!keepsTiles) this.#removeTiles();
                this.#removeBands();
                this.frame.style.width = `${screen.width}px`;
                this.frame.style.height = `${screen.height}px`;
                this.content.style.width = `${Math.min(state.width, longestContent)}px`;
                this.content.style.height = `${Math.min(state.height, longestContent)}px`;
                this.scroller.classList.toggle("sideways", Boolean(screen.isHorizontal));
                this.render(keepsTiles ? [...this.#tiles.keys()] : []);
            }

            get offset() {
                return this.screen.isHorizontal ? this.scroller.scrollLeft : this.scroller.scrollTop;
            }

            set offset(offset) {
                this.scrollTo(offset, false);
            }

            scrollTo(offset, isSmooth) {
                const behavior = isSmooth && !this.calm.matches ? "smooth" : "instant";
                this.scroller.scrollTo(this.screen.isHorizontal ? { left: offset, behavior } : { top: offset, behavior });
            }

            /** Scrolls so that an item is in the middle of the screen. */
            reveal(item, isSmooth = true) {
                const { x, y, width, height } = this.frames.frame(item);
                const offset = this.screen.isHorizontal
                    ? x + width / 2 - this.screen.width / 2 : y + Math.min(height, this.screen.height) / 2 - this.screen.height / 2;
                this.scrollTo(Math.max(0, offset), isSmooth);
                if (!isSmooth) this.render();
            }

            focus(item) {
                this.reveal(item, false);
                this.#tiles.get(item)?.button.focus({ preventScroll: true });
            }

            /** Says in the phone why a picture is not there, and offers to try again; without a text, says nothing. */
            notify(text, retry) {
                const notice = this.document.getElementById("notice");
                notice.hidden = !text;
                notice.querySelector("p").textContent = text ?? "";
                notice.querySelector("button").onclick = retry;
            }

            /** The items that are on screen. */
            get onScreen() {
                const { width, height } = this.screen;
                const [left, top] = [this.scroller.scrollLeft, this.scroller.scrollTop];
                return this.frames.meeting(left, top, left + width, top + height);
            }

            tileOf(item) {
                return this.#tiles.get(item);
            }

            /** Shows what has become of an entry's picture. */
            update(entry) {
                for (const tile of this.#tiles.values()) if (tile.entry === entry) tile.show();
            }

            reload(entry) {
                for (const tile of this.#tiles.values()) if (tile.entry === entry) tile.reload();
            }

            updateMarks() {
                for (const tile of this.#tiles.values()) this.#mark(tile);
            }

            /**
             * Moves all tiles that are on screen, or come on it, to the places of another state in one frame of the browser, which
             * measures the shift. Texts are hidden meanwhile: they move with a picture's lower edge, and a score counts its upper one.
             */
            async shift(state, frames, meter) {
                const drawn = () => new Promise(resolve => this.view.requestAnimationFrame(resolve));
                const { screen, entries, pictures, pinsHeaders } = this;
                const [left, top] = [this.scroller.scrollLeft, this.scroller.scrollTop];
                this.render(frames.meeting(left, top, left + screen.width, top + screen.height));
                this.list.classList.add("measured");
                await drawn();
                await drawn();
                meter.reset();
                this.show(screen, state, frames, entries, pictures, { keepsTiles: true, pinsHeaders });
                await drawn();
                await drawn();
                this.list.classList.remove("measured");
            }

            /** Makes the elements of what is on screen and half a screen around it, and of other items, and removes all others. */
            render(others = []) {
                const { screen, frames } = this;
                const [left, top] = [this.scroller.scrollLeft, this.scroller.scrollTop];
                const [around, above] = screen.isHorizontal ? [screen.width / 2, 0] : [0, screen.height / 2];
                const near = frames.meeting(left - around, top - above, left + screen.width + around, top + screen.height + above);
                const origin = { x: screen.isHorizontal ? Math.floor(left / step) * step : 0, y: screen.isHorizontal ? 0 : Math.floor(top / step) * step };
                const kept = new Set([...near, ...others]);
                for (const [item, tile] of this.#tiles) {
                    // A tile with the focus stays, so that the keyboard does not lose its place.
                    if (kept.has(item) || item < frames.count && tile.element.contains(this.document.activeElement)) continue;
                    tile.remove();
                    this.#tiles.delete(item);
                }
                for (const item of kept) if (!this.#tiles.has(item)) this.#add(item);
                this.list.style.left = `${origin.x}px`;
                this.list.style.top = `${origin.y}px`;
                const middle = left + screen.width / 2;
                for (const [item, tile] of this.#tiles) {
                    const frame = frames.frame(item);
                    tile.place(frame, origin, screen.strip + (this.state.strips?.[item] ?? 0));
                    if (screen.isCarousel) tile.scale(1 - Math.abs(frame.x + frame.width / 2 - middle) / screen.width);
                }
                this.#renderBands(left, top, origin);
            }

            /** Adds a tile where its item belongs in the list, so that Tab goes from item to item. */
            #add(item) {
                const tile = new Tile(this.document, item, this.entries[item], this.pictures);
                tile.element.setAttribute("aria-setsize", this.frames.count);
                let next = null;
                for (const other of this.list.children) {
                    if (Number(other.firstElementChild.dataset.item) > item) {
                        next = other;
                        break;
                    }
                }
                this.list.insertBefore(tile.element, next);
                this.#tiles.set(item, tile);
                this.#mark(tile);
            }

            #mark(tile) {
                const mark = this.marks(tile.item);
                tile.mark(mark?.kind, mark?.text);
            }

            /** Headers and footers. The box of a header that pins is as long as its section, and the browser makes it stick. */
            #renderBands(left, top, origin) {
                const { screen } = this;
                const start = screen.isHorizontal ? left : top;
                const length = screen.isHorizontal ? screen.width : screen.height;
                const axis = screen.isHorizontal ? 0 : 1;
                this.bandRoom.style.left = `${origin.x}px`;
                this.bandRoom.style.top = `${origin.y}px`;
                (this.state.supplementary ?? []).forEach((part, index) => {
                    const begin = part.frame[axis];
                    const own = begin + part.frame[axis + 2];
                    const end = this.pinsHeaders && part.until !== undefined ? part.until + part.frame[axis + 2] : own;
                    const isNear = begin < start + length * 1.5 && end > start - length / 2;
                    let band = this.#bands.get(index);
                    if (!isNear) {
                        band?.remove();
                        this.#bands.delete(index);
                        return;
                    }
                    if (!band) {
                        band = this.#band(part);
                        this.#bands.set(index, band);
                        this.bandRoom.append(band);
                    }
                    // Far edges are cut near the screen, where their numbers are exact.
                    const [first, last] = [Math.max(begin, origin.x + origin.y - step), Math.min(end, origin.x + origin.y + 3 * step)];
                    const [place, size] = screen.isHorizontal ? ["left", "width"] : ["top", "height"];
                    band.style[place] = `${first - (screen.isHorizontal ? origin.x : origin.y)}px`;
                    band.style[size] = `${last - first}px`;
                });
            }

            #band(part) {
                const [, , width, height] = part.frame;
                const band = this.document.createElement("div");
                band.className = `band ${part.kind}`;
                const label = this.document.createElement("div");
                label.className = "label";
                const name = this.state.sections?.[part.section] || `Section ${part.section + 1}`;
                label.textContent = part.kind === "header" ? name : `End of ${name}`;
                label.dir = "auto";
                if (this.screen.isHorizontal) Object.assign(label.style, { width: `${width}px`, height: "100%" });
                else Object.assign(label.style, { height: `${height}px` });
                Object.assign(band.style, this.screen.isHorizontal ? { top: "0", height: `${height}px` } : { left: "0", width: `${width}px` });
                band.append(label);
                return band;
            }

            #removeTiles() {
                for (const tile of this.#tiles.values()) tile.remove();
                this.#tiles.clear();
            }

            #removeBands() {
                for (const band of this.#bands.values()) band.remove();
                this.#bands.clear();
            }

            #scrolled() {
                this.render();
                this.onscroll?.();
                if (!this.screen.isCarousel) return;
                // Not all browsers tell when scrolling ends.
                clearTimeout(this.#snapTimer);
                this.#snapTimer = setTimeout(() => this.snap(), 140);
            }

            /** The offset at which a carousel comes to rest: the nearest item on screen is centred. */
            get restingOffset() {
                const middle = this.offset + this.screen.width / 2;
                let nearest;
                for (const item of this.onScreen) {
                    const { x, width } = this.frames.frame(item);
                    const distance = x + width / 2 - middle;
                    if (nearest === undefined || Math.abs(distance) < Math.abs(nearest)) nearest = distance;
                }
                return this.offset + (nearest ?? 0);
            }

            snap() {
                const rest = this.restingOffset;
                const last = this.scroller.scrollWidth - this.scroller.clientWidth;
                const offset = Math.max(0, Math.min(rest, last));
                if (Math.abs(offset - this.offset) > 0.5) this.scrollTo(offset, true);
            }

            #pressed(event) {
                const item = Number(event.target.closest("button")?.dataset.item ?? NaN);
                const backwards = ["ArrowLeft", ...(this.screen.isHorizontal ? [] : ["ArrowUp"])];
                const forwards = ["ArrowRight", ...(this.screen.isHorizontal ? [] : ["ArrowDown"])];
                const way = forwards.includes(event.key) ? 1 : backwards.includes(event.key) ? -1 : 0;
                if (way === 0 || Number.isNaN(item)) {
                    if (way === 0 || !this.screen.isCarousel) return;
                    const rest = this.onScreen.find(other => Math.abs(this.frames.frame(other).x + this.frames.frame(other).width / 2 - this.offset - this.screen.width / 2) < 1);
                    if (rest === undefined) return;
                    event.preventDefault();
                    this.reveal(Math.max(0, Math.min(this.frames.count - 1, rest + way)));
                    return;
                }
                event.preventDefault();
                this.focus(Math.max(0, Math.min(this.frames.count - 1, item + way)));
            }
        }


        /**
         * The pictures of some entries and what has become of them: each waits, is there or has failed.
         */
        class Pictures {
            #states = new Map();

            /**
             * @param {import("./data.js").Entries} entries
             * @param {import("./network.js").Network} network
             * @param {(entry: number) => void} changed Called when a picture has come or has failed.
             */
            constructor(entries, network, changed) {
                Object.assign(this, { entries, network, changed });
            }

            /** @returns {{kind: "waiting"|"loaded"|"failed", reason?: string, attempt: number, natural?: {width: number, height: number}}} */
            state(entry) {
                return this.#states.get(entry) ?? { kind: "waiting", attempt: 0 };
            }

            /** Loads the picture into an element; one that was there before comes without the simulated network. */
            load(entry, element) {
                const state = this.state(entry);
                const address = addressOf(this.entries.img[entry]);
                if (address.reason) return this.#end(entry, { kind: "failed", reason: address.reason, attempt: state.attempt });
                if (state.kind === "failed") return undefined;
                if (state.kind === "loaded") {
                    element.src = address.url;
                    return undefined;
                }
                return this.network.load(entry, state.attempt, element, address.url, {
                    loaded: () => this.#end(entry, {
                        kind: "loaded", attempt: state.attempt, natural: { width: element.naturalWidth, height: element.naturalHeight },
                    }),
                    failed: reason => this.#end(entry, { kind: "failed", reason, attempt: state.attempt }),
                });
            }

            retry(entry) {
                this.#states.set(entry, { kind: "waiting", attempt: this.state(entry).attempt + 1 });
            }

            /** Forgets everything, as an app does that starts anew. */
            forget() {
                this.#states.clear();
            }

            /** The entries whose pictures have other proportions than the manifest says. */
            get untrue() {
                const { size } = this.entries;
                return [...this.#states].filter(([entry, { natural }]) => {
                    if (!natural?.width) return false;
                    const [width, height] = [size[2 * entry], size[2 * entry + 1]];
                    // A server may send another resolution, so only the proportions can be compared, to a pixel.
                    return Math.abs(natural.height - natural.width * height / width) > 1;
                }).map(([entry, { natural }]) => ({ entry, natural }));
            }

            #end(entry, state) {
                this.#states.set(entry, state);
                this.changed(entry);
            }
        }


        /** What stands for a picture that has not come. */
        const lost = () => Object.assign(element("span", "not loaded"), { className: "lost" });

        /** Paper has room for so many pictures. */
        const most = 600;

        /**
         * Fills the contact sheet, which only paper shows.
         * @param {HTMLElement} sheet
         * @param {import("./data.js").Entries} entries
         * @param {Uint32Array} order The entries in the order of the shop.
         * @returns {Promise<void>} Ends when all pictures have come or failed.
         */
        async function fillSheet(sheet, entries, order) {
            const figures = [...order.subarray(0, most)].map((entry, item) => {
                const image = element("img");
                image.alt = "";
                const { url } = addressOf(entries.img[entry]);
                if (url) image.src = url;
                const price = element("span", entries.price[entry]);
                price.dir = "auto";
                return element("figure", "", image, element("figcaption", "", element("span", String(item)), price));
            });
            sheet.replaceChildren(...figures);
            await Promise.all([...sheet.querySelectorAll("img")].map(image => image.decode().catch(() => image.replaceWith(lost()))));
        }

        /** Adds up the layout shifts that the browser measures in a window. */
        class ShiftMeter {
            sum = 0;
            /** @param {Window} view The window of a phone's screen, which is a viewport of its own. */
            constructor(view, changed) {
                this.isSupported = view.PerformanceObserver?.supportedEntryTypes?.includes("layout-shift") ?? false;
                if (!this.isSupported) return;
                const take = entries => {
                    for (const entry of entries) this.sum += entry.value;
                    changed();
                };
                this.observer = new view.PerformanceObserver(list => take(list.getEntries()));
                this.observer.observe({ type: "layout-shift" });
                this.flush = () => take(this.observer.takeRecords());
            }

            reset() {
                this.flush?.();
                this.sum = 0;
            }
        }


        const newStand = controls["new-stand"];
        const oldStand = controls["old-stand"];

        /** The document of a phone's screen is there when its frame has loaded. */
        function loadedFrame(stand) {
            const frame = stand.querySelector("iframe");
            const isReady = () => frame.contentDocument?.getElementById("bands");
            return isReady() ? Promise.resolve(frame) : new Promise(resolve => frame.addEventListener("load", () => resolve(frame), { once: true }));
        }

        const [newFrame, oldFrame] = await Promise.all([newStand, oldStand].map(loadedFrame));
        const shop = new Shop(screens[0]);
        const comparison = page.against && new Comparison(shop);
        const network = new Network();
        const pictures = new Pictures(page.entries, network, pictureChanged);
        const phone = new Phone(newFrame, select);
        const oldPictures = page.against && new Pictures(page.against.entries, network, entry => oldPhone.update(entry));
        const oldPhone = page.against && new Phone(oldFrame, item => describeOld(item));
        const meter = new ShiftMeter((page.against ? oldPhone : phone).view, showShifts);
        let selected;
        let moves = [];

        // The screens

        const unique = values => [...new Set(values)];
        const isTurned = screen => screen.width > screen.height;

        function fillChoices() {
            const option = text => Object.assign(element("option", text), { value: text });
            controls.device.replaceChildren(...unique(screens.map(screen => screen.device)).map(option));
            const layouts = unique(screens.map(screen => screen.layout));
            controls.layout.replaceChildren(...layouts.map(option));
        }

        /** The screen for a device, a layout and an orientation, or the nearest one that there is. */
        function screenFor(device, layout, turned) {
            const fits = [
                screen => screen.device === device && screen.layout === layout && isTurned(screen) === turned,
                screen => screen.device === device && screen.layout === layout,
                screen => screen.device === device && isTurned(screen) === turned,
                screen => screen.device === device,
            ];
            for (const fit of fits) {
                const screen = screens.find(fit);
                if (screen) return screen;
            }
            return screens[0];
        }

        function choose(change = {}) {
            const { device, layout } = shop.screen;
            const wish = { device, layout, turned: isTurned(shop.screen), ...change };
            shop.screen = screenFor(wish.device, wish.layout, wish.turned);
            phone.scroller.scrollTo(0, 0);
            show();
        }

        function fit() {
            const count = comparison ? 2 : 1;
            const isNarrow = matchMedia("(max-width: 860px)").matches;
            const desk = controls.desk.getBoundingClientRect();
            const room = {
                width: (desk.width - (isNarrow ? 24 : 56 + 48 * (count - 1))) / (isNarrow ? 1 : count),
                height: (isNarrow ? innerHeight * 0.8 : innerHeight) - 100,
            };
            const scale = showDevice(newStand, shop.screen, room, controls.safe.checked);
            const caption = deviceCaption(shop.screen, scale);
            controls["new-caption"].replaceChildren(element("strong", comparison ? page.title : shop.screen.device), ` ${caption}`);
            if (!comparison) return;
            showDevice(oldStand, shop.screen, room, controls.safe.checked);
            controls["old-caption"].replaceChildren(element("strong", page.against.name), ` ${caption}`);
        }

        /** Shows the state of the shop on the chosen screen. */
        function show() {
            const { screen, state, frames } = shop;
            const entries = shop.entries;
            fit();
            meter.reset();
            moves = comparison ? comparison.moves : [];
            const movedItems = new Map(moves.map(move => [move.item, move]));
            phone.marks = item => {
                const move = movedItems.get(item);
                if (move) return { kind: "moved", text: moveText(move) };
                return controls.mark.checked ? findingMark(entries[item], screen.layout) : undefined;
            };
            phone.show(screen, state, frames, entries, pictures, { pinsHeaders: controls.pin.checked });
            if (comparison) showOld(moves);
            showControls(entries);
            select(undefined);
        }

        function showOld() {
            const formers = new Map(moves.map(move => [move.former, move]));
            oldPhone.marks = item => formers.has(item) ? { kind: "moved", text: moveText(formers.get(item)) } : undefined;
            oldPhone.show(
                shop.screen, comparison.state("old"), comparison.frames("old"), comparison.entriesOfOld, oldPictures,
                { pinsHeaders: controls.pin.checked });
            controls.arrive.disabled = false;
        }

        function showControls(entries) {
            const { screen, state } = shop;
            controls.device.value = screen.device;
            controls.layout.value = screen.layout;
            controls.turn.setAttribute("aria-pressed", isTurned(screen));
            controls.turn.disabled = !screens.some(other => other.device === screen.device && isTurned(other) !== isTurned(screen));
            controls["pin-choice"].hidden = !state.supplementary?.some(part => part.kind === "header");
            const isAlone = screen.chains.plain.length === 1 && !("refreshed" in screen.chains);
            controls.app.hidden = isAlone;
            controls.refresh.hidden = !("refreshed" in screen.chains);
            controls.refresh.disabled = !shop.canRefresh;
            controls.more.hidden = screen.chains.plain.length === 1;
            controls.more.disabled = !shop.canLoadMore;
            const total = page.entries.lists.reduce((sum, list) => sum + list.total, 0);
            controls.count.textContent = entries.length === total ? `${total} pictures` : `${entries.length} of ${total} pictures`;
            showShifts();
            if (comparison) {
                listButtons(controls.moves, moves.map(move => ({
                    title: `Picture ${move.item}`, text: moveText(move), kind: "info",
                    pressed: () => {
                        phone.reveal(move.item);
                        oldPhone.reveal(move.former);
                        select(move.item);
                    },
                })));
                controls["moves-heading"].textContent = moves.length === 1 ? "1 picture moves" : `${moves.length} pictures move`;
            }
        }

        function moveText({ x, y }) {
            const parts = [[x, "left", "right"], [y, "up", "down"]].filter(([way]) => way !== 0);
            return `moves ${parts.map(([way, back, forth]) => `${hundredths(Math.abs(way))} ${way < 0 ? back : forth}`).join(" and ")}`;
        }

        // Shifts

        function showShifts() {
            controls.predicted.textContent = scoreText(shop.screen.predicted ?? 0);
            controls.measured.textContent = meter.isSupported ? scoreText(meter.sum) : "cannot measure";
            controls["shift-note"].textContent = comparison
                ? `The score of a phone that has the sizes of ${page.against.name} when all pictures come at once.`
                : "Frames come from the manifest, so nothing moves while pictures arrive.";
        }

        async function letSizesArrive() {
            controls.arrive.disabled = true;
            oldPhone.offset = 0;
            await oldPhone.shift(comparison.state("arrived"), comparison.frames("arrived"), meter);
        }

        // Pictures

        function pictureChanged(entry) {
            phone.update(entry);
            if (selected !== undefined && shop.entries[selected] === entry) describeSelected();
        }

        /** Shows an item in the panel; undefined shows none. */
        function select(item) {
            selected = item;
            controls.selection.hidden = item === undefined;
            if (item === undefined) phone.notify(undefined);
            else describeSelected();
        }

        function describeSelected() {
            const entry = shop.entries[selected];
            const { img, price, size, status } = page.entries;
            const state = pictures.state(entry);
            const frame = shop.frames.frame(selected);
            const [width, height] = [size[2 * entry], size[2 * entry + 1]];
            controls["picture-heading"].textContent = `Picture ${selected}`;
            controls.reason.textContent = state.kind === "failed" ? state.reason : "";
            controls.retry.hidden = state.kind !== "failed";
            phone.notify(state.kind === "failed" ? `Picture ${selected}: ${state.reason}` : undefined, retry);
            const rows = [
                ["Price", price[entry] || "none"], ["Manifest", `${width} × ${height}`],
                ["Frame", `${hundredths(frame.x)}, ${hundredths(frame.y)}, ${hundredths(frame.width)} × ${hundredths(frame.height)} pt`],
            ];
            if (status?.[entry]) rows.push(["Status", status[entry]]);
            if (state.natural) rows.push(["Picture", `${state.natural.width} × ${state.natural.height}`]);
            if (pictures.untrue.some(found => found.entry === entry)) rows.push(["", "The picture has other proportions than the manifest says."]);
            rows.push(["Address", img[entry].length > 300 ? `${img[entry].slice(0, 300)}…` : img[entry]]);
            for (const finding of findingsOf(entry, shop.screen.layout)) rows.push([finding.severity, finding.message]);
            describe(controls.facts, rows);
        }

        function describeOld(item) {
            const move = moves.find(other => other.former === item);
            if (move) select(move.item);
        }

        function retry() {
            const entry = shop.entries[selected];
            pictures.retry(entry);
            phone.reload(entry);
            describeSelected();
        }

        /** Loads everything anew, as an app does that starts. */
        function loadAnew() {
            pictures.forget();
            oldPictures?.forget();
            show();
        }

        /** Brings the picture of an entry on screen, whatever must be loaded for it. */
        function jump(entry, layout = shop.screen.layout) {
            if (layout !== shop.screen.layout) choose({ layout });
            const before = shop.state;
            const item = shop.reach(entry);
            if (item === undefined) return;
            if (shop.state !== before) show();
            phone.reveal(item);
            select(item);
        }

        // Controls

        function showNetwork() {
            network.delay = Number(controls.delay.value);
            network.failingShare = Number(controls.share.value) / 100;
            network.seed = Number(controls.seed.value) || 1;
            controls["delay-text"].textContent = network.delay === 0 ? "no time" : `${hundredths(network.delay / 1000)} s`;
            controls["share-text"].textContent = `${controls.share.value} %`;
        }

        controls.title.textContent = page.title;
        document.title = `${page.title} · weir preview`;
        controls.version.textContent = `weir ${page.version}`;
        controls["old-stand"].hidden = !comparison;
        controls["moves-section"].hidden = !comparison;
        controls.arrive.hidden = !comparison;
        fillChoices();
        showNetwork();

        controls.device.onchange = event => choose({ device: event.target.value });
        controls.layout.onchange = event => choose({ layout: event.target.value });
        controls.turn.onclick = () => choose({ turned: !isTurned(shop.screen) });
        controls.safe.onchange = fit;
        controls.pin.onchange = show;
        controls.refresh.onclick = () => {
            shop.isRefreshed = true;
            show();
        };
        controls.more.onclick = () => {
            shop.step++;
            show();
        };
        controls.retry.onclick = retry;
        controls.again.onclick = loadAnew;
        controls.arrive.onclick = letSizesArrive;
        controls.delay.oninput = showNetwork;
        controls.share.oninput = showNetwork;
        controls.seed.oninput = showNetwork;
        controls.delay.onchange = loadAnew;
        controls.share.onchange = loadAnew;
        controls.seed.onchange = loadAnew;
        controls.mark.onchange = () => phone.updateMarks();
        controls.print.onclick = async () => {
            await fillSheet(controls.sheet, page.entries, shop.entries);
            globalThis.print();
        };
        addEventListener("beforeprint", () => {
            if (controls.sheet.childElementCount === 0) fillSheet(controls.sheet, page.entries, shop.entries);
        });
        addEventListener("afterprint", () => controls.sheet.replaceChildren());
        addEventListener("resize", fit);
        if (comparison) {
            phone.onscroll = () => {
                if (oldPhone.offset !== phone.offset) oldPhone.offset = phone.offset;
            };
        }

        const rows = findingRows(unique(screens.map(screen => screen.layout)), jump);
        controls["findings-heading"].textContent = rows.length === 1 ? "1 finding" : `${rows.length} findings`;
        listButtons(controls.findings, rows);
        show();

        if (page.number) new EventSource(`changes?page=${page.number}`).addEventListener("change", () => location.reload());

        /** For scripts and for the console: the shop, its phone, and what meets a rect. */
        globalThis.preview = {
            shop, phone, pictures, meter, jump, select,
            choose: (device, layout, turned) => choose({ device, layout, turned }),
            itemsMeeting: (x, y, width, height) => shop.frames.meeting(x, y, x + width, y + height),
        };
        """##
}
