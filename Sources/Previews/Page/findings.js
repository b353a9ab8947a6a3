import { page } from "./data.js";

const order = ["error", "warning", "info"];

/** The worst finding of each entry. */
const worst = new Map();
for (const finding of page.findings) {
    if (finding.entry === undefined) continue;
    const known = worst.get(finding.entry);
    if (!known || order.indexOf(finding.severity) < order.indexOf(known.severity)) worst.set(finding.entry, finding);
}

/** How a tile of an entry is marked; undefined without a finding. */
export function findingMark(entry) {
    const finding = worst.get(entry);
    return finding && { kind: finding.severity, text: `${finding.severity}: ${finding.message}` };
}

/** All findings for the panel, the worst first. */
export function findingRows(jump) {
    const sorted = page.findings.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
    return sorted.map(({ rule, severity, message, entry, screen }) => ({
        title: `${severity}: ${rule}`, text: screen ? `${message} (${screen})` : message, kind: severity,
        pressed: entry === undefined ? undefined : () => jump(entry),
    }));
}
