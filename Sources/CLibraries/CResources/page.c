#include "CResources.h"

// Clang knows #embed in every C; in C23 it is standard.
#pragma clang diagnostic ignored "-Wc23-extensions"
#ifndef __has_embed
#error "This clang does not know #embed. Name one that does, version 19 or newer: CC=clang-19 swift build"
#endif

static const unsigned char page_html[] = {
#embed "../../Previews/Page/page.html"
};
static const unsigned char page_css[] = {
#embed "../../Previews/Page/page.css"
};
static const unsigned char screen_html[] = {
#embed "../../Previews/Page/screen.html"
};
static const unsigned char phone_css[] = {
#embed "../../Previews/Page/phone.css"
};
static const unsigned char data_js[] = {
#embed "../../Previews/Page/data.js"
};
static const unsigned char controls_js[] = {
#embed "../../Previews/Page/controls.js"
};
static const unsigned char addresses_js[] = {
#embed "../../Previews/Page/addresses.js"
};
static const unsigned char entries_js[] = {
#embed "../../Previews/Page/entries.js"
};
static const unsigned char frames_js[] = {
#embed "../../Previews/Page/frames.js"
};
static const unsigned char shop_js[] = {
#embed "../../Previews/Page/shop.js"
};
static const unsigned char comparison_js[] = {
#embed "../../Previews/Page/comparison.js"
};
static const unsigned char device_js[] = {
#embed "../../Previews/Page/device.js"
};
static const unsigned char findings_js[] = {
#embed "../../Previews/Page/findings.js"
};
static const unsigned char failures_js[] = {
#embed "../../Previews/Page/failures.js"
};
static const unsigned char network_js[] = {
#embed "../../Previews/Page/network.js"
};
static const unsigned char pictures_js[] = {
#embed "../../Previews/Page/pictures.js"
};
static const unsigned char tile_js[] = {
#embed "../../Previews/Page/tile.js"
};
static const unsigned char phone_js[] = {
#embed "../../Previews/Page/phone.js"
};
static const unsigned char rows_js[] = {
#embed "../../Previews/Page/rows.js"
};
static const unsigned char search_js[] = {
#embed "../../Previews/Page/search.js"
};
static const unsigned char sheet_js[] = {
#embed "../../Previews/Page/sheet.js"
};
static const unsigned char shifts_js[] = {
#embed "../../Previews/Page/shifts.js"
};
static const unsigned char sizes_js[] = {
#embed "../../Previews/Page/sizes.js"
};
static const unsigned char platforms_js[] = {
#embed "../../Previews/Page/platforms.js"
};
static const unsigned char main_js[] = {
#embed "../../Previews/Page/main.js"
};

const CResource *CResources_page(void) {
    static const CResource files[] = {
        {"page.html", page_html, sizeof page_html},
        {"page.css", page_css, sizeof page_css},
        {"screen.html", screen_html, sizeof screen_html},
        {"phone.css", phone_css, sizeof phone_css},
        {"data.js", data_js, sizeof data_js},
        {"controls.js", controls_js, sizeof controls_js},
        {"addresses.js", addresses_js, sizeof addresses_js},
        {"entries.js", entries_js, sizeof entries_js},
        {"frames.js", frames_js, sizeof frames_js},
        {"shop.js", shop_js, sizeof shop_js},
        {"comparison.js", comparison_js, sizeof comparison_js},
        {"device.js", device_js, sizeof device_js},
        {"findings.js", findings_js, sizeof findings_js},
        {"failures.js", failures_js, sizeof failures_js},
        {"network.js", network_js, sizeof network_js},
        {"pictures.js", pictures_js, sizeof pictures_js},
        {"tile.js", tile_js, sizeof tile_js},
        {"phone.js", phone_js, sizeof phone_js},
        {"rows.js", rows_js, sizeof rows_js},
        {"search.js", search_js, sizeof search_js},
        {"sheet.js", sheet_js, sizeof sheet_js},
        {"shifts.js", shifts_js, sizeof shifts_js},
        {"sizes.js", sizes_js, sizeof sizes_js},
        {"platforms.js", platforms_js, sizeof platforms_js},
        {"main.js", main_js, sizeof main_js},
        {NULL, NULL, 0},
    };
    return files;
}
