// The floor of reading and writing rows: simdjson parses a catalogue, and with `write` the four fields of each row
// are written as a line of JSON. No picture is measured.
//
// usage: rows parse|write CATALOGUE.json
#include <simdjson.h>

#include <cstdio>
#include <cstring>
#include <string>

int main(int count, char **arguments) {
    if (count != 3) return 2;
    const bool writes = std::strcmp(arguments[1], "write") == 0;
    simdjson::ondemand::parser parser;
    auto json = simdjson::padded_string::load(arguments[2]);
    simdjson::ondemand::document document;
    if (json.error() || parser.iterate(json).get(document)) return 2;
    size_t rows = 0, bytes = 0;
    std::string out;
    for (auto element : document.get_array()) {
        std::string_view img, price;
        if (element["img"].get_string().get(img) || element["price"].get_string().get(price)) return 2;
        rows++;
        bytes += img.size() + price.size();
        if (!writes) continue;
        out.append(rows == 1 ? "[\n" : ",\n").append("{\"w\":200,\"h\":275,\"img\":\"").append(img);
        out.append("\",\"price\":\"").append(price).append("\"}");
        if (out.size() > 1 << 18) {
            std::fwrite(out.data(), 1, out.size(), stdout);
            out.clear();
        }
    }
    out.append("\n]\n");
    std::fwrite(out.data(), 1, writes ? out.size() : 0, stdout);
    std::fprintf(stderr, "%zu rows, %zu bytes of text\n", rows, bytes);
    return 0;
}
