require_relative "orphans"

# A command in the foreground: what asks this script to end is handed on to it. It never outlives the script's own end, and what it leaves
# behind, as a shell leaves its jobs, ends after it.
module Command
  SIGNALS = %w[TERM HUP].freeze # Ctrl-C reaches the command by the terminal
  GRACE = 90 # s; a trial stops its servers first

  # Its exit status, as a shell would give it.
  def self.run(environment, *words, **redirections)
    others = Orphans.adopt
    # The kernel ends it with this script, should that be killed. It goes by the thread that forks, which is the main one.
    pid = spawn(environment, "setpriv", "--pdeathsig", "TERM", *words, **redirections)
    traps = SIGNALS.to_h { |name| [name, trap(name) { Process.kill(name, pid) if pid }] }.merge("INT" => trap("INT") {})
    status = Process.wait2(pid).last
    pid = nil
    status.exitstatus || 128 + status.termsig
  ensure
    stop([pid]) if pid
    while others && (left = Orphans.children - others).any?
      stop(left) # then those below them
    end
    traps&.each { |name, handler| trap(name, handler) }
  end

  # What it printed on standard output, and its exit status.
  def self.read(environment, *words)
    said, say = IO.pipe
    reader = Thread.new { said.read }
    status = run(environment, *words, out: say)
    say.close
    [reader.value, status]
  end

  def self.stop(pids)
    deadline = now + GRACE
    # CONT for a job that its terminal has stopped: it hears nothing until it goes on.
    ended = pids.map { |pid| %w[TERM CONT].each { |name| Process.kill(name, pid) } and Process.detach(pid) }
    ended.each { |process| process.join([deadline - now, 0].max) or (Process.kill("KILL", process.pid) and process.join) }
  rescue Errno::ESRCH
    nil # it ended by itself
  end

  def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  private_class_method :stop, :now
end
