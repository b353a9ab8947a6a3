export { ManifestError, openManifest } from "./manifest.js";
export { failedPlaceholder, placeholder } from "./placeholder.js";
