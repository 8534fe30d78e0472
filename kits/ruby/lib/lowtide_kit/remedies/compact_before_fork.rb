# ruby.compact-before-fork: the master's objects lie close together as the first worker is forked, so that what workers allocate
# later fills few inherited pages. Once only: what moves later would be copied by everybody who shares it.
module LowtideKit
  raise NotImplementedError, "this Ruby cannot compact its heap (GC.compact)" unless GC.respond_to?(:compact)

  compacted = nil
  Forks.before do
    next if compacted

    compacted = true
    from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    GC.compact
    Notes.note("compacted", format("%.3f", Process.clock_gettime(Process::CLOCK_MONOTONIC) - from))
    Notes.note("remedy", "ruby.compact-before-fork", "on")
  end
end
