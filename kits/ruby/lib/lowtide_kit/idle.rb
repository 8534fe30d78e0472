module LowtideKit
  # One thread in each process, that looks once a second and acts in a moment in which the process uses hardly any CPU time.
  module Idle
    PACE = 1.0
    NAP = 0.05
    PATIENCE = 60 # looks that find it busy, before it acts all the same

    # Held now, as the program may put its own in its place.
    SLEEP = Kernel.instance_method(:sleep).bind(self)

    # make.call in this process, and anew in each that it forks: of what it gives, act is called whenever wanted? says so.
    def self.each_process(what, &make)
      start = lambda do
        watched = make.call
        thread = Thread.new { LowtideKit.guarded(what) { follow(watched, Process.pid) } }
        thread.name = "lowtide-idle"
        thread.report_on_exception = false
      end
      Forks.after(&start)
      start.call
    end

    def self.follow(watched, pid)
      loop do
        SLEEP.call(PACE)
        break if Process.pid != pid # forked around Ruby
        next unless watched.wanted?

        PATIENCE.times { idle? ? break : SLEEP.call(PACE) }
        watched.act
      end
    end
    private_class_method :follow

    def self.idle?
      used = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
      SLEEP.call(NAP)
      Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - used < NAP / 10
    end
    private_class_method :idle?
  end
end
