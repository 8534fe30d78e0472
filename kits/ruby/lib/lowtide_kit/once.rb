module LowtideKit
  # What a remedy does once in a process and those that it forks: it is noted with how long it took, and that the remedy is on.
  def self.once(remedy, what)
    done = nil
    lambda do
      next if done

      done = true
      from = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      yield
      Notes.note("once", what, format("%.3f", Process.clock_gettime(Process::CLOCK_MONOTONIC) - from))
      Notes.note("remedy", remedy, "on")
    end
  end
end
