#include "CSIMDJSON.h"

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace ondemand = simdjson::ondemand;

static_assert(CSIMDJSON_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads further behind a text");

namespace {

struct Key {
    const uint8_t *bytes;
    size_t count;
    size_t index;
    // The key and the quote behind it, where both have room in a word: most are compared at once.
    uint64_t word;
    uint64_t mask;
    // Whether the key can stand in a text only as it is, without an escape.
    bool is_plain;

    void prepare() {
        is_plain = !std::memchr(bytes, '"', count) && !std::memchr(bytes, '\\', count);
        word = mask = 0;
        if (count >= sizeof word) return;
        std::memcpy(&word, bytes, count);
        std::memset(&mask, 0xFF, count + 1);
        reinterpret_cast<uint8_t *>(&word)[count] = '"';
    }

    // Whether a key of a text, of which this is the first byte behind the quote, is this one.
    bool matches(const uint8_t *raw) const {
        if (mask) {
            uint64_t there;
            std::memcpy(&there, raw, sizeof there);
            return (there & mask) == word;
        }
        // The text's key ends in a quote at the latest, so nothing is compared behind it.
        for (size_t place = 0; place < count; place++)
            if (raw[place] != bytes[place]) return false;
        return raw[count] == '"';
    }
};

// A growing block of structs that need no construction.
template <typename Item>
struct Block {
    Item *items = nullptr;
    size_t capacity = 0;

    bool reserve(size_t count) {
        if (count <= capacity) return true;
        void *larger = std::realloc(static_cast<void *>(items), count * sizeof(Item));
        if (!larger) return false;
        items = static_cast<Item *>(larger);
        capacity = count;
        return true;
    }

    ~Block() { std::free(items); }
};

}  // namespace

struct CSIMDJSON_reader {
    ondemand::parser parser;
    Block<Key> keys;
    size_t key_count = 0;
    Block<uint8_t> key_bytes;
    Block<CSIMDJSON_object> objects;
    Block<CSIMDJSON_value> values;
    // Where texts are written whose escapes are resolved; those of one text have room in its length.
    Block<uint8_t> unescaped;
};

namespace {

using Token = const uint32_t *;

// Walks over the tokens that simdjson has found in a text: each is the offset of a bracket, colon,
// comma, or of a string's or another word's first byte. simdjson's own ways to do that cost twice
// as much, and take `"a":"b":1` for sound. It has seen that the text is UTF-8, that strings end,
// and that no control character is in one.
//
// The functions take the place they start at, so that it stays in a register, and answer the place
// behind what they have read; null, where it is not sound. The text ends in a bracket, so that only
// behind a bracket that was closed can be no token.
class Walk {
public:
    Walk(CSIMDJSON_reader *reader, const uint8_t *text, size_t count, size_t max_depth)
        : parser(reader->parser), keys(reader->keys.items), key_count(reader->key_count), text(text),
          last(count - 1), max_depth(max_depth), free(reader->unescaped.items) {}

    size_t read_objects(Token token, CSIMDJSON_object *object, CSIMDJSON_value *values, size_t limit) {
        size_t count = 0;
        do {
            token++;
            if (count == limit || at(token) != '{') break;
            object->start = *token;
            token = read_object(token, object, values);
            if (!token) break;
            object->end = *token;
            object++;
            values += key_count;
            count++;
        } while (at(token) == ',');
        return count;
    }

private:
    ondemand::parser &parser;
    const Key *const keys;
    const size_t key_count;
    const uint8_t *const text;
    const size_t last;
    const size_t max_depth;
    uint8_t *free;
    // Which key an object's first, second, … field had in the object before: mostly it is the same.
    static constexpr size_t remembered = 16;
    const Key *expected[remembered] = {};

    uint8_t at(Token token) const { return text[*token]; }

    simdjson_inline Token read_object(Token token, CSIMDJSON_object *object, CSIMDJSON_value *values) {
        for (size_t key = 0; key < key_count; key++) values[key].kind = CSIMDJSON_NONE;
        object->repeated = -1;
        if (at(++token) == '}') return token + 1;
        for (size_t place = 0;; place++) {
            if (at(token) != '"' || at(token + 1) != ':') return nullptr;
            const uint8_t *raw = text + *token + 1;
            const Key *key = place < remembered ? expected[place] : nullptr;
            if (!(key && key->matches(raw)) && !search(token, place, &key)) return nullptr;
            CSIMDJSON_value ignored;
            CSIMDJSON_value *value = key ? values + key->index : &ignored;
            if (key && value->kind != CSIMDJSON_NONE && object->repeated < 0) {
                object->repeated = static_cast<int32_t>(key->index);
                object->repeated_offset = token[2];
            }
            token = read_value(token + 2, value, 1);
            if (!token) return nullptr;
            uint8_t separator = at(token++);
            if (separator == '}') return token;
            if (separator != ',') return nullptr;
        }
    }

    // Finds null for a key that nobody looks for; answers whether it is sound.
    simdjson_never_inline bool search(Token token, size_t place, const Key **found) {
        *found = nullptr;
        for (const Key *key = keys; key < keys + key_count && !*found; key++)
            if (key->is_plain && key->matches(text + *token + 1)) *found = key;
        if (*found) {
            if (place < remembered) expected[place] = *found;
            return true;
        }
        std::string_view name;
        uint8_t is_ascii;
        if (!read_string(token, &name, &is_ascii)) return false;
        for (const Key *key = keys; key < keys + key_count; key++)
            if (name.size() == key->count && std::memcmp(name.data(), key->bytes, key->count) == 0) *found = key;
        return true;
    }

    simdjson_inline Token read_value(Token token, CSIMDJSON_value *value, size_t depth) {
        value->offset = *token;
        value->bytes = text + *token;
        switch (at(token)) {
        case '"': {
            std::string_view string;
            if (!read_string(token, &string, &value->is_ascii)) return nullptr;
            value->kind = CSIMDJSON_STRING;
            value->bytes = reinterpret_cast<const uint8_t *>(string.data());
            value->count = static_cast<uint32_t>(string.size());
            return token + 1;
        }
        case '{':
            value->kind = CSIMDJSON_OBJECT;
            return check_object(token + 1, depth + 1);
        case '[':
            value->kind = CSIMDJSON_ARRAY;
            return check_array(token + 1, depth + 1);
        default:
            return read_word(word(token), value) ? token + 1 : nullptr;
        }
    }

    // The token's bytes; a token reaches to the next one.
    std::string_view word(Token token) const {
        const uint8_t *start = text + token[0], *end = text + token[1];
        while (is_space(end[-1])) end--;
        return std::string_view(reinterpret_cast<const char *>(start), end - start);
    }

    static bool is_space(uint8_t byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

    simdjson_inline bool read_string(Token token, std::string_view *string, uint8_t *is_ascii) {
        *string = word(token);
        *string = string->substr(1, string->size() - 2);
        uint64_t found = backslash_or_high_bit(*string);
        *is_ascii = found == 0;
        return found == 0 || !std::memchr(string->data(), '\\', string->size()) || unescape(string);
    }

    // Not null, if a byte is a backslash or not ASCII. Strings are short, so that a call would cost
    // more than the search; the last word takes in what is behind the string.
    static uint64_t backslash_or_high_bit(std::string_view string) {
        const uint64_t ones = 0x0101010101010101;
        uint64_t found = 0;
        for (size_t place = 0; place < string.size(); place += 8) {
            uint64_t bytes;
            std::memcpy(&bytes, string.data() + place, sizeof bytes);
            uint64_t difference = bytes ^ ones * '\\';
            found |= bytes | ((difference - ones) & ~difference);
        }
        return found & ones << 7;
    }

    simdjson_never_inline bool unescape(std::string_view *string) {
        ondemand::raw_json_string raw(reinterpret_cast<const uint8_t *>(string->data()));
        return !parser.unescape(raw, free).get(*string) && !has_surrogate(*string);
    }

    // simdjson 3.0 writes the second half of a surrogate pair that stands alone as if it were a
    // character. Valid UTF-8 has none, so this one came from an escape.
    static bool has_surrogate(std::string_view string) {
        const char *place = string.data(), *end = place + string.size();
        while ((place = static_cast<const char *>(std::memchr(place, '\xED', end - place)))) {
            if (end - place > 1 && static_cast<uint8_t>(place[1]) >= 0xA0) return true;
            place++;
        }
        return false;
    }

    static bool read_word(std::string_view word, CSIMDJSON_value *value) {
        value->count = static_cast<uint32_t>(word.size());
        switch (word[0]) {
        case 't':
            value->kind = CSIMDJSON_TRUE;
            return word == "true";
        case 'f':
            value->kind = CSIMDJSON_FALSE;
            return word == "false";
        case 'n':
            value->kind = CSIMDJSON_NULL;
            return word == "null";
        default:
            value->kind = CSIMDJSON_NUMBER;
            value->integer = integer(word);
            return value->integer || is_number(word.data(), word.data() + word.size());
        }
    }

    // The value of an integer that a side of a picture can have; else 0.
    static uint32_t integer(std::string_view word) {
        if (word.size() > 10 || word[0] == '0') return 0;
        uint64_t value = 0;
        for (char byte : word) {
            uint8_t digit = static_cast<uint8_t>(byte - '0');
            if (digit > 9) return 0;
            value = value * 10 + digit;
        }
        return value <= INT32_MAX ? static_cast<uint32_t>(value) : 0;
    }

    // RFC 8259, 6. simdjson's own numbers are those that a machine can hold.
    static bool is_number(const char *place, const char *end) {
        if (*place == '-') place++;
        if (place < end && *place == '0') place++;
        else if (!pass_digits(&place, end)) return false;
        if (place == end) return true;
        if (*place == '.') {
            place++;
            if (!pass_digits(&place, end)) return false;
        }
        if (place < end && (*place == 'e' || *place == 'E')) {
            place++;
            if (place < end && (*place == '+' || *place == '-')) place++;
            if (!pass_digits(&place, end)) return false;
        }
        return place == end;
    }

    static bool pass_digits(const char **place, const char *end) {
        const char *start = *place;
        while (*place < end && static_cast<uint8_t>(**place - '0') < 10) ++*place;
        return *place > start;
    }

    // What nobody looks for must be sound too. These begin behind the opening bracket.
    simdjson_never_inline Token check_object(Token token, size_t depth) {
        if (depth > max_depth) return nullptr;
        if (at(token) == '}') return behind(token);
        while (true) {
            std::string_view key;
            uint8_t is_ascii;
            CSIMDJSON_value ignored;
            if (at(token) != '"' || at(token + 1) != ':' || !read_string(token, &key, &is_ascii)) return nullptr;
            token = read_value(token + 2, &ignored, depth);
            if (!token) return nullptr;
            if (at(token) == '}') return behind(token);
            if (at(token++) != ',') return nullptr;
        }
    }

    simdjson_never_inline Token check_array(Token token, size_t depth) {
        if (depth > max_depth) return nullptr;
        if (at(token) == ']') return behind(token);
        while (true) {
            CSIMDJSON_value ignored;
            token = read_value(token, &ignored, depth);
            if (!token) return nullptr;
            if (at(token) == ']') return behind(token);
            if (at(token++) != ',') return nullptr;
        }
    }

    Token behind(Token bracket) const { return *bracket == last ? nullptr : bracket + 1; }
};

bool copy_keys(CSIMDJSON_reader *reader, const uint8_t *const *keys, const size_t *lengths, size_t count) {
    size_t total = 0;
    for (size_t key = 0; key < count; key++) total += lengths[key];
    if (!reader->keys.reserve(count) || !reader->key_bytes.reserve(total + 1)) return false;
    uint8_t *place = reader->key_bytes.items;
    for (size_t index = 0; index < count; index++) {
        if (lengths[index]) std::memcpy(place, keys[index], lengths[index]);
        Key &key = reader->keys.items[index];
        key.bytes = place;
        key.count = lengths[index];
        key.index = index;
        key.prepare();
        place += lengths[index];
    }
    reader->key_count = count;
    return true;
}

}  // namespace

CSIMDJSON_reader *CSIMDJSON_create(const uint8_t *const *keys, const size_t *lengths, size_t count) {
    CSIMDJSON_reader *reader = new (std::nothrow) CSIMDJSON_reader;
    if (reader && !copy_keys(reader, keys, lengths, count)) {
        delete reader;
        return nullptr;
    }
    return reader;
}

void CSIMDJSON_destroy(CSIMDJSON_reader *reader) { delete reader; }

ptrdiff_t CSIMDJSON_read(
    CSIMDJSON_reader *reader, const uint8_t *text, size_t count, size_t limit, size_t max_depth) {
    if (count < 2 || text[0] != '[' || text[count - 1] != ']') return 0;
    if (!reader->objects.reserve(limit) || !reader->values.reserve(limit * reader->key_count)) return -1;
    if (!reader->unescaped.reserve(count + CSIMDJSON_PADDING)) return -1;
    ondemand::json_iterator tokens;
    simdjson::padded_string_view view(text, count, count + CSIMDJSON_PADDING);
    simdjson::error_code error = reader->parser.iterate_raw(view).get(tokens);
    if (error) return error == simdjson::MEMALLOC ? -1 : 0;
    Walk walk(reader, text, count, max_depth);
    return static_cast<ptrdiff_t>(
        walk.read_objects(tokens.position(), reader->objects.items, reader->values.items, limit));
}

const CSIMDJSON_object *CSIMDJSON_objects(const CSIMDJSON_reader *reader) { return reader->objects.items; }

const CSIMDJSON_value *CSIMDJSON_values(const CSIMDJSON_reader *reader) { return reader->values.items; }
