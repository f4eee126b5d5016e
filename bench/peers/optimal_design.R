# The R side of design-peers.bench.ts: designs of AlgDesign's optFederov or skpr's gen_design, one for each seed.
#
# Input: {program, criterion, factors, runs, model, levels, starts, seeds}; output: {"designs": [{"points", "seconds"}]}, the points in
# coded units, one row per run, and the processor seconds of one call. `starts` 0 stands for the program's default.

task <- jsonlite::fromJSON(file("stdin"), simplifyVector = TRUE)

search <- function(task) {
  names <- paste0("x", seq_len(task$factors))
  levels <- seq(-1, 1, length.out = task$levels)
  candidates <- expand.grid(setNames(rep(list(levels), task$factors), names))
  sum <- paste(names, collapse = " + ")
  terms <- switch(task$model,
    linear = sum,
    interaction = paste0("(", sum, ")^2"),
    quadratic = paste0("(", sum, ")^2 + ", paste0("I(", names, "^2)", collapse = " + "))
  )
  formula <- as.formula(paste("~", terms))
  if (task$program == "AlgDesign") {
    given <- list(formula, candidates, nTrials = task$runs, criterion = task$criterion)
    if (task$starts > 0) given$nRepeats <- task$starts
    do.call(AlgDesign::optFederov, given)$design
  } else {
    given <- list(candidates, formula, trials = task$runs, optimality = task$criterion, progress = FALSE)
    if (task$starts > 0) given$repeats <- task$starts
    suppressMessages(do.call(skpr::gen_design, given))
  }
}

first <- modifyList(task, list(factors = 2, runs = 8, levels = 3, starts = 0))
set.seed(1)
invisible(search(first)) # first-call costs

designs <- lapply(task$seeds, function(seed) {
  set.seed(seed)
  spent <- system.time(found <- search(task))
  list(points = unname(as.matrix(found)), seconds = unname(spent[["user.self"]] + spent[["sys.self"]]))
})
cat(jsonlite::toJSON(list(designs = designs), digits = NA, auto_unbox = TRUE), "\n")
