// Fetching: URLs to bytes. Values decide, libcurl carries out.
