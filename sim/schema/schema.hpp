// SPDX-License-Identifier: MIT
// The meaning of canonical bytes: a tree of named fields with kinds and widths. It is made from a
// game's `serialize` and stored in every replay, so that a diff can name fields without the game.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::sim {

// The kind of a field. The numbers are stored in files and sent: never change them, add new ones at
// the end.
enum class FieldKind : std::uint8_t {
    boolean = 1,           // a byte, 0 or 1
    unsigned_integer = 2,  // `width_bytes` little-endian bytes
    signed_integer = 3,    // `width_bytes` little-endian bytes in two's complement
    fixed = 4,             // signed raw value with `fraction_bits`
    angle = 5,             // unsigned raw value; the whole range is one turn
    floating = 6,          // IEEE 754 bits (sim::Unportable)
    enumeration = 7,       // an integer, signed if `is_signed`; `labels` name its values
    text = 8,              // u32 length, bytes
    structure = 9,         // its children in order
    array = 10,            // `count` times child 0, no length stored
    list = 11,             // u32 length, that many of child 0
    commands = 12,         // u16 length of at most `count`, that many of child 0
    set = 13,              // u32 length, keys (child 0) strictly ascending
    map = 14,       // u32 length, pairs of key (child 0, strictly ascending) and value (child 1)
    optional = 15,  // a byte, 0 or 1; then child 0 if it is 1
    variant = 16,   // a byte: which child, then that child
    bits = 17,      // `count` bits, lowest first, unused high bits zero
    columns = 18,   // u32 length, that many of child 0, that many of child 1, ...
};

// A field, with the fields inside it.
struct SchemaNode {
    FieldKind kind = FieldKind::structure;  // how its bytes are read
    std::uint8_t width_bytes = 0;           // leaves only
    std::uint8_t fraction_bits = 0;         // fixed only
    bool is_signed = false;                 // enumeration only
    std::uint64_t count = 0;                // array, commands, bits
    std::string name;                       // the field's name in its structure; empty for elements
    std::string unit;                       // "ms", "tiles"; may be empty
    std::vector<std::pair<std::int64_t, std::string>> labels;  // an enumeration's labels
    std::vector<SchemaNode> children;                          // as its kind says

    friend bool operator==(const SchemaNode&, const SchemaNode&) = default;
};

// The sizes that a schema allows for one value. `bytes_max` is k_unbounded if a field can grow.
struct SizeRange {
    std::uint64_t bytes_min = 0;  // the smallest size
    std::uint64_t bytes_max = 0;  // the largest size
};
// A `bytes_max` that says: there is no bound.
inline constexpr std::uint64_t k_unbounded = ~std::uint64_t{0};

// Bounds on a schema that is read from a file or from the network.
struct SchemaLimits {
    static constexpr std::uint32_t depth_max = 32;                      // levels below the root
    static constexpr std::uint32_t nodes_max = 65'536;                  // fields in all
    static constexpr std::uint32_t text_bytes_max = 255;                // a name, unit or label
    static constexpr std::uint32_t labels_max = 4'096;                  // an enumeration's labels
    static constexpr std::uint64_t count_max = std::uint64_t{1} << 32;  // elements of an array
};

class Schema {
public:
    // An empty structure.
    Schema() : Schema(SchemaNode{}) {}
    // A schema with the fields of this root.
    explicit Schema(SchemaNode root);

    // The structure with all its fields.
    const SchemaNode& root() const { return root_; }
    // The hash of the encoded form.
    SchemaHash hash() const { return hash_; }
    // The sizes that a value may have.
    SizeRange size() const { return size_; }

    // The form that is hashed, stored and sent. replay/FORMAT.md describes each byte.
    Bytes encode() const;
    // The schema of an encoded form. Everything is checked; the error names the byte.
    static Result<Schema> decode(ByteView bytes);

    friend bool operator==(const Schema& a, const Schema& b) { return a.root_ == b.root_; }

private:
    SchemaNode root_;
    SchemaHash hash_{};
    SizeRange size_{};
};

// Checks the same rules as decode: the limits above, printable names that differ within a
// structure, and no part without bytes. erase<Game>() checks the schemas of its game.
Result<void> check_schema(const SchemaNode& root);

// The smallest and the largest canonical size of a value of this node.
SizeRange size_range(const SchemaNode& node);

// The differences between two schemas: a line for each field whose presence, kind, width, scale,
// unit or labels differ, "units[].hp: i16 | i32".
std::vector<std::string> changed_paths(const Schema& a, const Schema& b);

// "u8", "fixed 32.32", "list of structure", ...: a node's type in words.
std::string type_text(const SchemaNode& node);

// The first difference in one field of the schema, and how many more follow in the same field.
// ("units[].hp" is one field, however many units differ.)
struct FieldDifference {
    std::string path;  // "units[17].hp"
    std::string a;  // the value on the first side; of long text or bits (over 128 bytes) only the
                    // part around the first difference
    std::string b;  // the same of the second side
    std::string raw_a;       // empty if a and b already are the raw values
    std::string raw_b;       // the same of the second side
    std::uint64_t more = 0;  // further differences that are not listed
};

// The difference as a line:
//   fighters[1].position.x  12.2500000000 | 12.5000000000  (raw 52613349376 | 53687091200)
std::string difference_text(const FieldDifference& difference);

}  // namespace tandem::sim
