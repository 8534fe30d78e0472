# Beside Heroku's figures. Theirs are relative to their stack before arenas existed, which nobody has any more; an arm that both have is
# ARENA_MAX=1, so both are divided by that.
module Published
  ONE = "arena-1"
  # Of the stack before arenas: memory, response time (Heroku, glibc 2.19; cited by Berkopec, 2017).
  HEROKU = { "baseline" => [1.73, 0.90], ONE => [0.86, 1.15], "arena-2" => [0.87, 1.03] }.freeze

  HEAD = [
    "Beside Heroku's figures, which were relative to their stack before arenas existed (glibc 2.19). Both are divided by one arena (arena-1 is 1.00);",
    "the median of the blocks and their range:", "",
    "| arm | memory | Heroku's | job time, median | Heroku's response time |", "|---|---|---|---|---|",
  ].freeze

  def self.lines(trial)
    arms = trial["arms"].map { |arm| arm["name"] }
    return ["Without the arm #{ONE} there is nothing that Heroku's figures could be held against."] unless arms.include?(ONE)

    blocks = trial["runs"].group_by { |run| run["pair"] }.values.map { |runs| runs.to_h { |run| [run["arm"], run["metrics"]] } }
    HEAD + ["baseline", *arms].map do |arm|
      "| #{arm} | #{relative(blocks, arm, "pss_bytes")} | #{heroku(arm, 0)} | #{relative(blocks, arm, "latency_p50_seconds")} | #{heroku(arm, 1)} |"
    end
  end

  def self.relative(blocks, arm, metric)
    ratios = blocks.filter_map { |block| block[arm][metric]&.fdiv(block[ONE][metric]) if block[ONE][metric] }.sort
    return "not read" if ratios.empty?

    median = (ratios[(ratios.length - 1) / 2] + ratios[ratios.length / 2]) / 2
    arm == ONE ? "1.00" : format("%.2f (%.2f to %.2f)", median, ratios.first, ratios.last)
  end

  def self.heroku(arm, at) = HEROKU[arm] ? format("%.2f", HEROKU[arm][at] / HEROKU[ONE][at]) : ""
  private_class_method :relative, :heroku
end
