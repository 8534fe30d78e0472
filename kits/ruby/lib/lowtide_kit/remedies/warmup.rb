# ruby.warmup: Process.warmup (3.3) at the end of the start, which collects, compacts, makes what lives old, and trims malloc's heap.
# The end of the start is the first fork; of a server that does not fork, LOWTIDE_WARMUP_SECONDS (30) after its start.
require_relative "../once"

module LowtideKit
  raise NotImplementedError, "Process.warmup came with Ruby 3.3, this is #{RUBY_VERSION}" unless Process.respond_to?(:warmup)

  warm = once("ruby.warmup", "warmed") { Process.warmup }
  Forks.before(&warm)
  Thread.new do
    sleep Float(ENV.fetch("LOWTIDE_WARMUP_SECONDS", "30"))
    LowtideKit.guarded("ruby.warmup is not on", &warm)
  end.name = "lowtide-warmup"
end
