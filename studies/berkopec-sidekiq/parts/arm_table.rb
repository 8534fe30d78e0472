require "etc"

# Memory and response time of each arm against the baseline, from the document of one trial.
module ArmTable
  HEAD = ["| arm | memory | interval | verdict | job time, median | interval | job time, p99 | interval |", "|---|---|---|---|---|---|---|---|"].freeze

  def self.lines(trial, options)
    first = trial["arms"].first
    jobs = options[:without_io] ? "without I/O" : "with I/O"
    [
      "#{options[:threads]} threads, #{options[:jobs]} jobs #{jobs} a start, #{trial["pairs"]} starts of each; memory is PSS after the load",
      "", *HEAD,
      "| baseline | #{mib(metric(first, "pss_bytes")["baseline"])} | | | #{seconds(brings(first, "latency_p50_seconds")["baseline"])} | | " \
        "#{seconds(brings(first, "latency_p99_seconds")["baseline"])} | |",
      *trial["arms"].map { |arm| row(arm) },
    ]
  end

  def self.row(arm)
    memory = metric(arm, "pss_bytes")
    times = %w[latency_p50_seconds latency_p99_seconds].map { |name| brings(arm, name) }
    cells = [arm["name"], change(memory["ratio"]), interval(memory["ratio_low"], memory["ratio_high"]), memory["verdict"]]
    times.each { |time| cells.push(change(time["estimate"]), interval(time["low"], time["high"])) }
    "| #{cells.join(" | ")} |"
  end

  def self.notes(trial)
    disturbed = trial["runs"].count { |run| run["disturbances"].any? }
    processor = File.foreach("/proc/cpuinfo").grep(/\Amodel name/).first.to_s.split(": ", 2).last.to_s.strip
    [
      "#{disturbed} of #{trial["runs"].length} starts were disturbed by something else on the machine; #{trial["failed_runs"].length} failed and were repeated.",
      "Kept in #{trial["file"]}",
      "#{Etc.nprocessors} CPUs (#{processor}), kernel #{Etc.uname[:release]}, Ruby #{RUBY_VERSION}, #{Time.now.utc.strftime("%Y-%m-%d")}",
    ]
  end

  def self.metric(arm, name) = arm["metrics"].find { |each| each["name"] == name }

  def self.brings(arm, name) = arm["brings"].find { |each| each["name"] == name }

  def self.mib(bytes) = bytes ? format("%.0f MiB", bytes / 1048576.0) : "not read"

  def self.seconds(value) = value ? format("%.3f s", value) : "not read"

  def self.change(ratio) = ratio ? format("%+.1f%%", 100 * (ratio - 1)) : "not read"

  def self.interval(low, high) = low && high ? "#{change(low)} to #{change(high)}" : "too few starts"
  private_class_method :row, :metric, :brings, :mib, :seconds, :change, :interval
end
