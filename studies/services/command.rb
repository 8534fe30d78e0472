# A command in the foreground: what asks this script to end is handed on to it, and it never outlives the script's own end.
module Command
  SIGNALS = %w[TERM HUP].freeze # Ctrl-C reaches the command by the terminal
  GRACE = 90 # s; a trial stops its servers first

  # Its exit status, as a shell would give it.
  def self.run(environment, *words, **redirections)
    # The kernel ends it with this script, should that be killed. It goes by the thread that forks, which is the main one.
    pid = spawn(environment, "setpriv", "--pdeathsig", "TERM", *words, **redirections)
    traps = SIGNALS.to_h { |name| [name, trap(name) { Process.kill(name, pid) }] }.merge("INT" => trap("INT") {})
    status = Process.wait2(pid).last
    pid = nil
    status.exitstatus || 128 + status.termsig
  ensure
    stop(pid) if pid
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

  def self.stop(pid)
    ended = Process.detach(pid)
    Process.kill("TERM", pid)
    ended.join(GRACE) or (Process.kill("KILL", pid) and ended.join)
  rescue Errno::ESRCH
    nil # it ended by itself
  end
  private_class_method :stop
end
