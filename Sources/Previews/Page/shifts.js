/** Adds up the layout shifts that the browser measures in a window. */
export class ShiftMeter {
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
