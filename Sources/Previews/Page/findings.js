import { page } from "./data.js";

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
export function findingsOf(entry, layout) {
    return (byEntry.get(entry) ?? []).filter(finding => isAbout(finding, layout));
}

/** How a tile of an entry is marked; undefined without a finding. */
export function findingMark(entry, layout) {
    const [finding] = findingsOf(entry, layout);
    return finding && { kind: finding.severity, text: `${finding.severity}: ${findingText(finding)}` };
}

/** What a finding says of its picture. The code of a failure says what kind it is. */
export function findingText({ rule, message, isFailure }) {
    return isFailure ? `${rule}: ${message}` : message;
}

/**
 * All findings for the panel, the worst first.
 * @param {string[]} layouts
 * @param {(entry: number, layout?: string) => void} jump Shows an entry, in the layout that the finding is about.
 * @returns {import("./rows.js").Row[]}
 */
export function findingRows(layouts, jump) {
    return sorted.map(finding => {
        const { rule, severity, message, entry, screen } = finding;
        const layout = screen && layouts.find(layout => isAbout(finding, layout));
        return {
            entry, text: `${severity}: \`${rule}\` ${message}${screen ? ` (${screen})` : ""}`, kind: severity,
            pressed: entry === undefined ? undefined : () => jump(entry, layout),
        };
    });
}
