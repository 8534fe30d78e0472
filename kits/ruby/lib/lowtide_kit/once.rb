module LowtideKit
  # What a remedy does once in a process: it is noted with how long it took, and that the remedy is on. A daemon that forked itself
  # has it from its launcher, which did it before there was anything to do it to: so whose turn it was is kept.
  def self.once(remedy, what)
    done = nil
    lambda do
      next if done == Process.pid

      done = Process.pid
      from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      yield
      Notes.note("once", what, format("%.3f", Process.clock_gettime(Process::CLOCK_MONOTONIC) - from))
      Notes.note("remedy", remedy, "on")
    end
  end
end
