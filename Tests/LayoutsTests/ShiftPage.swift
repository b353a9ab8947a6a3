/// A page that lays pictures out in columns, as `waterflow` does, by sizes that are declared. It lets them arrive in the
/// rendering frames that a case gives, lays everything out anew, and reports the layout shifts that the browser measured.
///
/// A case is shown in a frame of its own, which is a viewport of its own. Its pictures are loaded before the first one
/// arrives, so that a busy machine changes nothing. Where a case waits, the page does so for more than a second.
enum ShiftPage {
    /// `cases` is a JSON array.
    static func html(cases: String) -> String {
        """
        <!doctype html><html><head><style>html, body { margin: 0 } iframe { border: 0; position: absolute; left: 0; top: 0 }</style>
        </head><body><script>
        const cases = \(cases);
        \(script)
        </script></body></html>
        """
    }

    private static let script = #"""
        const empty = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
        const inner = '<!doctype html><style>html, body { margin: 0 } img { position: absolute }</style><body>';

        function waterflow(c, sizes) {
            const width = (c.width - 2 * c.inset - c.gap * (c.columns - 1)) / c.columns;
            const bottoms = Array(c.columns).fill(null);
            return sizes.map(([w, h]) => {
                let column = 0;
                const bottom = i => bottoms[i] ?? c.inset;
                for (let i = 1; i < c.columns; i++) if (bottom(i) < bottom(column)) column = i;
                const y = bottoms[column] === null ? c.inset : bottoms[column] + c.gap;
                const height = h / w * width;
                bottoms[column] = y + height;
                return [c.inset + column * (width + c.gap), y, width, height];
            });
        }

        function cls(shifts) {
            let worst = 0, sum = 0, first = -1e9, last = -1e9;
            for (const [time, value] of shifts) {
                if (time - last >= 1000 || time - first >= 5000) { first = time; sum = 0; }
                last = time;
                sum += value;
                worst = Math.max(worst, sum);
            }
            return worst;
        }

        async function run(c) {
            const frame = document.createElement('iframe');
            frame.width = c.width;
            frame.height = c.height;
            document.body.append(frame);
            const view = frame.contentWindow, inside = frame.contentDocument;
            inside.open();
            inside.write(inner);
            inside.close();
            const drawn = () => new Promise(done => view.requestAnimationFrame(done));
            let records = [];
            const observer = new view.PerformanceObserver(list => records.push(...list.getEntries()));
            observer.observe({ type: 'layout-shift', buffered: true });

            const loaded = await Promise.all(c.pictures.map(async (path, i) => {
                const picture = new view.Image();
                picture.src = `${path}?${c.name}-${i}`;
                await picture.decode();
                return picture;
            }));
            const sizes = c.declared.map(size => [...size]);
            const cells = sizes.map(() => inside.body.appendChild(Object.assign(inside.createElement('img'), { src: empty })));
            const place = () => waterflow(c, sizes).forEach(([x, y, w, h], i) =>
                Object.assign(cells[i].style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` }));
            place();
            const taken = async () => {
                // The first callback comes before the frame that has the move, so the records come after the second.
                await drawn();
                await drawn();
                await new Promise(done => setTimeout(done, 0));
                const all = records.concat(observer.takeRecords());
                records = [];
                return all;
            };
            await taken();

            const planned = [], real = [];
            let before = 0;
            for (const moment of c.moments) {
                if (c.waits && moment.frame - before >= 60)
                    await new Promise(done => setTimeout(done, (moment.frame - before) / 60 * 1000 + 200));
                before = moment.frame;
                await drawn();
                for (const item of moment.items) {
                    cells[item].src = loaded[item].src;
                    sizes[item] = [loaded[item].naturalWidth, loaded[item].naturalHeight];
                }
                place();
                for (const shift of await taken()) {
                    if (shift.hadRecentInput) continue;
                    planned.push([moment.frame * 1000 / 60, shift.value]);
                    real.push([shift.startTime, shift.value]);
                }
            }
            frame.remove();
            const sum = planned.reduce((sum, shift) => sum + shift[1], 0);
            await fetch(`/result?${c.name}:${sum}:${cls(c.waits ? real : planned)}`);
        }

        (async () => {
            try {
                for (const c of cases) await run(c);
                await fetch('/end');
            } catch (error) {
                await fetch(`/end?${encodeURIComponent(error)}`);
            }
        })();
        """#
}
