// The tags at the head of a record: which there are, and those that follow from the game. As Python's record/tags.py.
#pragma once

#include "game/record.hpp"

namespace barragoon::record {

inline constexpr std::string_view kClosedBoard = "1vd1dv1/2zdz2/7/1x3x1/x1x1x1x/1x3x1/7/2ZDZ2/1VD1DV1";
inline constexpr std::string_view kOpenBoard = "1vd1dv1/2zdz2/7/1+3+1/+1+1+1+/1+3+1/7/2ZDZ2/1VD1DV1";
inline constexpr std::string_view kCustom = "Custom";

bool is_derived(std::string_view name);

// Replaces the tag of that name or adds it.
void set_tag(Tags& tags, std::string_view name, std::string_view value);

// The tags of a text such as [White "Ann"]; what is no tag counts for nothing.
Tags read_tags(std::string_view text);

// Whether a stray line would be read as the tag of that name, if it came first.
bool is_tag_line(std::string_view line, std::string_view name);

}  // namespace barragoon::record

namespace barragoon::BARRAGOON_ISA {

// Closed, Open or Custom.
std::string_view variant_of(const Position& start);

// The position in which a variant begins.
Position start_of(std::string_view variant, std::string_view stages);

std::string stages_of(const Position& start);

}  // namespace barragoon::BARRAGOON_ISA
