// Writing one record as text; record.hpp has whole files.
#pragma once

#include "game/record.hpp"

namespace barragoon::BARRAGOON_ISA {

// Ends with a line end; reading it gives an equal record.
std::string write_record(const Record& record);

// The turns and the result, in lines.
std::string movetext(const Record& record);

}  // namespace barragoon::BARRAGOON_ISA
