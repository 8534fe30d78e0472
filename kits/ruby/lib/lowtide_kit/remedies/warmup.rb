# ruby.warmup: Process.warmup (3.3) at the end of the start, which collects, compacts, makes what lives old, and trims malloc's heap.
# The end of the start is the first fork; of a server that does not fork, LOWTIDE_WARMUP_SECONDS (30) after its start. A master that
# loads for longer is warmed half loaded then, and again as it forks.
require_relative "../once"

module LowtideKit
  raise NotImplementedError, "Process.warmup came with Ruby 3.3, this is #{RUBY_VERSION}" unless Process.respond_to?(:warmup)

  seconds = Float(ENV.fetch("LOWTIDE_WARMUP_SECONDS", "30"))
  timer = nil
  start = lambda do
    timer = Thread.new do
      sleep seconds
      LowtideKit.guarded("ruby.warmup is not on", &once("ruby.warmup", "warmed") { Process.warmup })
    end
    timer.name = "lowtide-warmup"
  end
  first_fork = once("ruby.warmup", "warmed") do
    timer.kill
    Process.warmup
  end
  Forks.before(&first_fork)
  Forks.after { start.call if Forks.master? } # no thread lives on in what Process.daemon leaves
  start.call
end
