// The floor of a check: simdjson parses the manifest, and a plain loop lays out its pictures once for each
// number of columns. Nothing is checked.
//
// usage: floor MANIFEST.json COLUMNS...
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Frame {
    double top, height;
    uint16_t column;
};

// lf-waterflow, with its gaps and insets of 10.
static double lay(const std::vector<int32_t> &widths, const std::vector<int32_t> &heights, int columns, double viewport) {
    const double width = (viewport - 20 - 10 * (columns - 1)) / columns;
    std::vector<double> bottoms(columns, 10);
    std::vector<Frame> frames(widths.size());
    for (size_t item = 0; item < widths.size(); item++) {
        const auto shortest = std::min_element(bottoms.begin(), bottoms.end());
        const double height = double(heights[item]) / widths[item] * width;
        frames[item] = {*shortest + 10, height, uint16_t(shortest - bottoms.begin())};
        *shortest = frames[item].top + height;
    }
    return *std::max_element(bottoms.begin(), bottoms.end()) + 10;
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    simdjson::ondemand::parser parser;
    auto json = simdjson::padded_string::load(arguments[1]);
    simdjson::ondemand::document document;
    if (json.error() || parser.iterate(json).get(document)) return 2;
    std::vector<int32_t> widths, heights;
    size_t bytes = 0;
    for (auto element : document.get_array()) {
        int64_t width, height;
        std::string_view img, price;
        if (element["w"].get_int64().get(width) || element["h"].get_int64().get(height)) return 2;
        if (element["img"].get_string().get(img) || element["price"].get_string().get(price)) return 2;
        widths.push_back(int32_t(width));
        heights.push_back(int32_t(height));
        bytes += img.size() + price.size();
    }
    for (int index = 2; index < count; index++) {
        const int columns = std::atoi(arguments[index]);
        if (columns < 1) return 2;
        std::printf("%d columns: %.17g\n", columns, lay(widths, heights, columns, columns == 3 ? 375 : 667));
    }
    std::printf("%zu entries, %zu bytes of text\n", widths.size(), bytes);
    return 0;
}
