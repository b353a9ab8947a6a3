export { pictureURL } from "./addresses.js";
export { ManifestError, openManifest } from "./manifest.js";
export { failedPlaceholder, placeholder } from "./placeholder.js";
export { Tiles } from "./tiles.js";
