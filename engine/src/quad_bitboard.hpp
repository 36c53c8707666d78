// Four bitboards at once, one for each heading: a vector register where there is one so wide, elsewhere two halves.
//
// This header is compiled once for each instruction set, so everything in it lives in a namespace of its name.
#pragma once

#include "vocabulary.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#else
#include <cstring>
#endif

#ifndef BARRAGOON_ISA
#define BARRAGOON_ISA plain
#endif

namespace barragoon::BARRAGOON_ISA {

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
    // Which lanes hold anything, a bit each.
    unsigned lanes() const {
        const __m256i bare = _mm256_cmpeq_epi64(v, _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(bare))) ^ 15u;
    }
};

#else

// Two lanes: a register of SSE2, NEON or WebAssembly, or whatever the compiler makes of it.
using Half = Bitboard __attribute__((vector_size(16)));

struct Quad {
    Half north_east, south_west;

    static Quad load(const Lanes& lanes) {
        Quad quad;
        std::memcpy(&quad.north_east, &lanes[North], sizeof(Half));
        std::memcpy(&quad.south_west, &lanes[South], sizeof(Half));
        return quad;
    }
    void store(Lanes& lanes) const {
        std::memcpy(&lanes[North], &north_east, sizeof(Half));
        std::memcpy(&lanes[South], &south_west, sizeof(Half));
    }
    static Quad all(Bitboard board) { return {Half{board, board}, Half{board, board}}; }
    static Quad none() { return all(0); }

    friend Quad operator&(Quad a, Quad b) { return {a.north_east & b.north_east, a.south_west & b.south_west}; }
    friend Quad operator|(Quad a, Quad b) { return {a.north_east | b.north_east, a.south_west | b.south_west}; }
    friend Quad without(Quad a, Quad b) { return {a.north_east & ~b.north_east, a.south_west & ~b.south_west}; }

    // Most registers shift all lanes alike, so each half is shifted twice and put together from what fits.
    Quad stepped() const {
        return {__builtin_shufflevector(north_east << kFiles, north_east << 1, 0, 3),
                __builtin_shufflevector(south_west >> kFiles, south_west >> 1, 0, 3)};
    }
    Quad turned_right() const {
        return {__builtin_shufflevector(south_west, north_east, 1, 2),
                __builtin_shufflevector(north_east, south_west, 1, 2)};
    }
    Quad turned_left() const {
        return {__builtin_shufflevector(north_east, south_west, 1, 2),
                __builtin_shufflevector(south_west, north_east, 1, 2)};
    }
    Bitboard together() const {
        const Half half = north_east | south_west;
        return half[0] | half[1];
    }
    unsigned lanes() const {
        return (north_east[0] != 0) | (north_east[1] != 0) << 1u | (south_west[0] != 0) << 2u |
               (south_west[1] != 0) << 3u;
    }
};

#endif

}  // namespace barragoon::BARRAGOON_ISA
