#include "CResources.h"

// Clang knows #embed in every C; in C23 it is standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char package_json[] = {
#embed "../../../clients/js/package.json"
};
static const unsigned char index_js[] = {
#embed "../../../clients/js/index.js"
};
static const unsigned char index_d_ts[] = {
#embed "../../../clients/js/index.d.ts"
};
static const unsigned char addresses_js[] = {
#embed "../../../clients/js/addresses.js"
};
static const unsigned char manifest_js[] = {
#embed "../../../clients/js/manifest.js"
};
static const unsigned char placeholder_js[] = {
#embed "../../../clients/js/placeholder.js"
};
static const unsigned char tiles_js[] = {
#embed "../../../clients/js/tiles.js"
};
static const unsigned char layouts_js[] = {
#embed "../../../clients/js/layouts.js"
};
static const unsigned char layouts_d_ts[] = {
#embed "../../../clients/js/layouts.d.ts"
};
static const unsigned char layouts_columns_js[] = {
#embed "../../../clients/js/layouts/columns.js"
};
static const unsigned char layouts_engines_js[] = {
#embed "../../../clients/js/layouts/engines.js"
};
static const unsigned char layouts_flow_js[] = {
#embed "../../../clients/js/layouts/flow.js"
};
static const unsigned char layouts_justified_js[] = {
#embed "../../../clients/js/layouts/justified.js"
};
static const unsigned char layouts_layout_js[] = {
#embed "../../../clients/js/layouts/layout.js"
};

const CResource *CResources_package(void) {
    static const CResource files[] = {
        {"package.json", package_json, sizeof package_json},
        {"index.js", index_js, sizeof index_js},
        {"index.d.ts", index_d_ts, sizeof index_d_ts},
        {"addresses.js", addresses_js, sizeof addresses_js},
        {"manifest.js", manifest_js, sizeof manifest_js},
        {"placeholder.js", placeholder_js, sizeof placeholder_js},
        {"tiles.js", tiles_js, sizeof tiles_js},
        {"layouts.js", layouts_js, sizeof layouts_js},
        {"layouts.d.ts", layouts_d_ts, sizeof layouts_d_ts},
        {"layouts/columns.js", layouts_columns_js, sizeof layouts_columns_js},
        {"layouts/engines.js", layouts_engines_js, sizeof layouts_engines_js},
        {"layouts/flow.js", layouts_flow_js, sizeof layouts_flow_js},
        {"layouts/justified.js", layouts_justified_js, sizeof layouts_justified_js},
        {"layouts/layout.js", layouts_layout_js, sizeof layouts_layout_js},
        {NULL, NULL, 0},
    };
    return files;
}
