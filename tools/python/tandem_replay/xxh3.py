# SPDX-License-Identifier: MIT
# XXH3-64 with seed 0, written from the published specification (xxHash, doc/xxhash_spec.md): slow,
# plain, and not the library that wrote the files.

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF

P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P64_1, P64_2, P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P64_4, P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
PMX_1, PMX_2 = 0x165667919E3779F9, 0x9FB21C651E98DF25

SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")

STRIPE = 64
STRIPES_IN_BLOCK = (len(SECRET) - STRIPE) // 8


def u32(data, at):
    return int.from_bytes(data[at:at + 4], "little")


def u64(data, at):
    return int.from_bytes(data[at:at + 8], "little")


def swap64(value):
    return int.from_bytes(value.to_bytes(8, "little"), "big")


def rotate(value, bits):
    return ((value << bits) | (value >> (64 - bits))) & MASK64


def fold(a, b):
    product = a * b
    return (product & MASK64) ^ (product >> 64)


def avalanche(value):
    value ^= value >> 37
    value = value * PMX_1 & MASK64
    return value ^ value >> 32


def avalanche_xxh64(value):
    value ^= value >> 33
    value = value * P64_2 & MASK64
    value ^= value >> 29
    value = value * P64_3 & MASK64
    return value ^ value >> 32


def mix16(data, at, secret_at):
    return fold(u64(data, at) ^ u64(SECRET, secret_at),
                u64(data, at + 8) ^ u64(SECRET, secret_at + 8))


def up_to_16(data):
    size = len(data)
    if size == 0:
        return avalanche_xxh64(u64(SECRET, 56) ^ u64(SECRET, 64))
    if size <= 3:
        combined = data[0] << 16 | data[size >> 1] << 24 | data[-1] | size << 8
        return avalanche_xxh64(combined ^ u32(SECRET, 0) ^ u32(SECRET, 4))
    if size <= 8:
        value = u32(data, size - 4) + (u32(data, 0) << 32)
        value ^= u64(SECRET, 8) ^ u64(SECRET, 16)
        value ^= rotate(value, 49) ^ rotate(value, 24)
        value = value * PMX_2 & MASK64
        value ^= (value >> 35) + size
        value = value * PMX_2 & MASK64
        return value ^ value >> 28
    low = u64(data, 0) ^ u64(SECRET, 24) ^ u64(SECRET, 32)
    high = u64(data, size - 8) ^ u64(SECRET, 40) ^ u64(SECRET, 48)
    return avalanche((size + swap64(low) + high + fold(low, high)) & MASK64)


def up_to_240(data):
    size = len(data)
    total = size * P64_1
    if size <= 128:
        for i in range((size - 1) // 32, -1, -1):
            total += mix16(data, 16 * i, 32 * i)
            total += mix16(data, size - 16 * (i + 1), 32 * i + 16)
        return avalanche(total & MASK64)
    for i in range(8):
        total += mix16(data, 16 * i, 16 * i)
    total = avalanche(total & MASK64)
    for i in range(8, size // 16):
        total += mix16(data, 16 * i, 16 * (i - 8) + 3)
    total += mix16(data, size - 16, 136 - 17)
    return avalanche(total & MASK64)


def accumulate(lanes, data, at, secret_at):
    for i in range(8):
        value = u64(data, at + 8 * i)
        keyed = value ^ u64(SECRET, secret_at + 8 * i)
        lanes[i ^ 1] = (lanes[i ^ 1] + value) & MASK64
        lanes[i] = (lanes[i] + (keyed & MASK32) * (keyed >> 32)) & MASK64


def scramble(lanes):
    secret_at = len(SECRET) - STRIPE
    for i in range(8):
        value = lanes[i] ^ lanes[i] >> 47 ^ u64(SECRET, secret_at + 8 * i)
        lanes[i] = value * P32_1 & MASK64


def beyond_240(data):
    size = len(data)
    lanes = [P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1]
    for stripe in range((size - 1) // STRIPE):
        accumulate(lanes, data, stripe * STRIPE, 8 * (stripe % STRIPES_IN_BLOCK))
        if stripe % STRIPES_IN_BLOCK == STRIPES_IN_BLOCK - 1:
            scramble(lanes)
    accumulate(lanes, data, size - STRIPE, len(SECRET) - STRIPE - 7)
    total = size * P64_1
    for i in range(4):
        total += fold(lanes[2 * i] ^ u64(SECRET, 11 + 16 * i),
                      lanes[2 * i + 1] ^ u64(SECRET, 11 + 16 * i + 8))
    return avalanche(total & MASK64)


def xxh3_64(data):
    if len(data) <= 16:
        return up_to_16(data)
    return up_to_240(data) if len(data) <= 240 else beyond_240(data)
