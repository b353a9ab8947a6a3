// Files of the repository that the program has in itself.
#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>

typedef struct {
    const char *path;
    const unsigned char *bytes;
    size_t count;
} CResource;

/// The files of the shop that weir demo makes, with their paths in its folder. The last one has no path.
const CResource *CResources_shop(void);

/// The package for JavaScript. The last one has no path.
const CResource *CResources_package(void);

/// The sources of the preview's page; the modules of its script stand behind those that they import. The last one has no path.
const CResource *CResources_page(void);

/// The shapes of exports, in the order in which they are tried. The last one has no path.
const CResource *CResources_shapes(void);

#endif
