// Four bitboards at once, one for each heading: a vector register where there is one, an array elsewhere.
//
// This header is compiled once for each code path, so everything in it lives in a namespace named after the path.
#pragma once

#include "vocabulary.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#ifndef BARRAGOON_PATH
#define BARRAGOON_PATH plain
#endif

namespace barragoon::BARRAGOON_PATH {

using Lanes = std::array<Bitboard, kHeadings>;

#if defined(__AVX2__)

struct Quad {
    __m256i v;

    static Quad load(const Lanes& lanes) { return {_mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.data()))}; }
    void store(Lanes& lanes) const { _mm256_store_si256(reinterpret_cast<__m256i*>(lanes.data()), v); }
    static Quad all(Bitboard board) { return {_mm256_set1_epi64x(static_cast<long long>(board))}; }
    static Quad none() { return {_mm256_setzero_si256()}; }

    friend Quad operator&(Quad a, Quad b) { return {_mm256_and_si256(a.v, b.v)}; }
    friend Quad operator|(Quad a, Quad b) { return {_mm256_or_si256(a.v, b.v)}; }
    friend Quad without(Quad a, Quad b) { return {_mm256_andnot_si256(b.v, a.v)}; }

    // Every square steps in its lane's heading; squares from which that leaves the board must have been cleared.
    Quad stepped() const {
        const __m256i up = _mm256_set_epi64x(64, 64, 1, kFiles);
        const __m256i down = _mm256_set_epi64x(1, kFiles, 64, 64);
        return {_mm256_or_si256(_mm256_sllv_epi64(v, up), _mm256_srlv_epi64(v, down))};
    }
    // Lane d holds what entered with the heading left of d, and so turns right into d.
    Quad turned_right() const { return {_mm256_permute4x64_epi64(v, 0b10010011)}; }
    // Lane d holds what entered with the heading right of d, and so turns left into d.
    Quad turned_left() const { return {_mm256_permute4x64_epi64(v, 0b00111001)}; }

    Bitboard together() const {
        const __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
        return static_cast<Bitboard>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
    }
};

#elif defined(__wasm_simd128__)

struct Quad {
    v128_t north_east, south_west;  // two lanes each

    static Quad load(const Lanes& lanes) { return {wasm_v128_load(&lanes[North]), wasm_v128_load(&lanes[South])}; }
    void store(Lanes& lanes) const {
        wasm_v128_store(&lanes[North], north_east);
        wasm_v128_store(&lanes[South], south_west);
    }
    static Quad all(Bitboard board) { return {wasm_u64x2_splat(board), wasm_u64x2_splat(board)}; }
    static Quad none() { return all(0); }

    friend Quad operator&(Quad a, Quad b) {
        return {wasm_v128_and(a.north_east, b.north_east), wasm_v128_and(a.south_west, b.south_west)};
    }
    friend Quad operator|(Quad a, Quad b) {
        return {wasm_v128_or(a.north_east, b.north_east), wasm_v128_or(a.south_west, b.south_west)};
    }
    friend Quad without(Quad a, Quad b) {
        return {wasm_v128_andnot(a.north_east, b.north_east), wasm_v128_andnot(a.south_west, b.south_west)};
    }
    // Both lanes shift alike, so each half is shifted twice and put together from what fits.
    Quad stepped() const {
        return {
            wasm_i64x2_shuffle(wasm_i64x2_shl(north_east, kFiles), wasm_i64x2_shl(north_east, 1), 0, 3),
            wasm_i64x2_shuffle(wasm_u64x2_shr(south_west, kFiles), wasm_u64x2_shr(south_west, 1), 0, 3),
        };
    }
    Quad turned_right() const {
        return {wasm_i64x2_shuffle(south_west, north_east, 1, 2), wasm_i64x2_shuffle(north_east, south_west, 1, 2)};
    }
    Quad turned_left() const {
        return {wasm_i64x2_shuffle(north_east, south_west, 1, 2), wasm_i64x2_shuffle(south_west, north_east, 1, 2)};
    }
    Bitboard together() const {
        const v128_t half = wasm_v128_or(north_east, south_west);
        return static_cast<Bitboard>(wasm_i64x2_extract_lane(half, 0) | wasm_i64x2_extract_lane(half, 1));
    }
};

#else

struct Quad {
    Lanes v;

    static Quad load(const Lanes& lanes) { return {lanes}; }
    void store(Lanes& lanes) const { lanes = v; }
    static Quad all(Bitboard board) { return {{board, board, board, board}}; }
    static Quad none() { return all(0); }

    friend Quad operator&(Quad a, Quad b) {
        return {{a.v[0] & b.v[0], a.v[1] & b.v[1], a.v[2] & b.v[2], a.v[3] & b.v[3]}};
    }
    friend Quad operator|(Quad a, Quad b) {
        return {{a.v[0] | b.v[0], a.v[1] | b.v[1], a.v[2] | b.v[2], a.v[3] | b.v[3]}};
    }
    friend Quad without(Quad a, Quad b) {
        return {{a.v[0] & ~b.v[0], a.v[1] & ~b.v[1], a.v[2] & ~b.v[2], a.v[3] & ~b.v[3]}};
    }
    Quad stepped() const { return {{v[0] << kFiles, v[1] << 1, v[2] >> kFiles, v[3] >> 1}}; }
    Quad turned_right() const { return {{v[3], v[0], v[1], v[2]}}; }
    Quad turned_left() const { return {{v[1], v[2], v[3], v[0]}}; }
    Bitboard together() const { return v[0] | v[1] | v[2] | v[3]; }
};

#endif

}  // namespace barragoon::BARRAGOON_PATH
