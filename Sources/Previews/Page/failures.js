import { findingText, findingsOf } from "./findings.js";

/** What weir means by a status, for pictures that it could not measure. */
const statusTexts = {
    placeholder: "placeholder: weir could not measure the picture, so the size is that of the row or of --placeholder",
    stale: "stale: weir could not reach the picture, so the size is the last one that it measured",
};

/**
 * Why the picture of an entry is not there: weir's own words from a report and from `status`, and the browser's.
 * @param {import("./pictures.js").Pictures} pictures
 * @returns {string[]}
 */
export function failuresOf(pictures, entry) {
    const reported = findingsOf(entry).filter(finding => finding.isFailure).map(findingText);
    const status = reported.length > 0 ? undefined : statusTexts[pictures.entries.status?.[entry]];
    return [...reported, status, pictures.failure(entry)].filter(Boolean);
}

/** @returns {import("./rows.js").Row[]} The pictures that are not there, in the order of the entries. */
export function failureRows(pictures, jump) {
    return pictures.entries.img.flatMap((_, entry) => {
        const reasons = failuresOf(pictures, entry);
        return reasons.length === 0 ? [] : [{ entry, text: reasons.join(" · "), kind: "error", pressed: () => jump(entry) }];
    });
}
