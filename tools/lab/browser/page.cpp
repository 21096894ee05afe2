// SPDX-License-Identifier: MIT
// Runs the claims that the page decides, for its virtual verdicts.
#include <tandem/tools/lab/browser/page.hpp>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::lab::browser {

const std::vector<std::string_view>& ids_of_browser_claims() {
    static const std::vector<std::string_view> k_ids{
        "C07", "C30", "C72", "C74", "C75", "C76", "C77", "C78", "C79", "C80", "C82", "C84", "C85"};
    return k_ids;
}

WebFile claims_file() {
    JsonObject all;
    for (const std::string_view id : ids_of_browser_claims()) {
        const Claim& claim = claim_of(id);
        all.emplace_back(std::string(id),
                         JsonObject{{"sentence", std::string(claim.sentence)},
                                    {"verdict", verdict_text(claim, run_claim(claim).verdict)}});
    }
    return {"lab_claims.js",
            "// SPDX-License-Identifier: MIT\n// What tandem lab claims says, in "
            "virtual time.\nconst LAB_CLAIMS = " +
                json_line(all) + ";\n"};
}

std::vector<WebFile> all_page_files() {
    std::vector<WebFile> files = page_files();
    if (!files.empty()) {
        files.push_back(claims_file());
    }
    return files;
}

}  // namespace tandem::tools::lab::browser
