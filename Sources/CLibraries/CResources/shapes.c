#include "CResources.h"

// Clang knows #embed in every C; in C23 it is standard.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char shopify[] = {
#embed "../../Ingest/Shapes/Known/shopify.json"
};
static const unsigned char shopify_bulk[] = {
#embed "../../Ingest/Shapes/Known/shopify-bulk.json"
};
static const unsigned char woocommerce[] = {
#embed "../../Ingest/Shapes/Known/woocommerce.json"
};
static const unsigned char magento[] = {
#embed "../../Ingest/Shapes/Known/magento.json"
};

const CResource *CResources_shapes(void) {
    static const CResource files[] = {
        {"shopify.json", shopify, sizeof shopify},
        {"shopify-bulk.json", shopify_bulk, sizeof shopify_bulk},
        {"woocommerce.json", woocommerce, sizeof woocommerce},
        {"magento.json", magento, sizeof magento},
        {0},
    };
    return files;
}
