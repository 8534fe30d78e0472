# Writes tests/Pure/Statistics/look-levels-golden.json: the levels of planned looks, as rpact computes them.
#
# Run once, with rpact 3.3.4 (Debian 12's r-cran-rpact), from the repository's root:
#     Rscript eng/look-levels-golden.R > tests/Pure/Statistics/look-levels-golden.json
#
# typeOfDesign "asOF" is the alpha spending of O'Brien-Fleming type by Lan and DeMets, alpha/2 on either side.
library(rpact)

looks <- list(c(6, 12), c(4, 8, 12), c(5, 10, 15, 20), c(4, 8, 12, 16, 20), c(7, 14, 20), c(6, 14, 20), c(18, 19, 20), 10 * (1:10))
cases <- c()
for (pairs in looks) {
    for (alpha in c(0.05, 0.05 / 3, 0.05 / 24)) {
        design <- getDesignGroupSequential(
            sided = 2, alpha = alpha, informationRates = pairs / max(pairs), typeOfDesign = "asOF", twoSidedPower = FALSE)
        cases <- c(cases, sprintf(
            '    {"pairs": [%s], "alpha": %.17g, "levels": [%s]}',
            paste(pairs, collapse = ", "), alpha, paste(sprintf("%.8g", 2 * design$stageLevels), collapse = ", ")))
    }
}
cat(sprintf('{\n  "rpact": "%s",\n  "cases": [\n%s\n  ]\n}\n', packageVersion("rpact"), paste(cases, collapse = ",\n")))
