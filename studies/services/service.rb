# One of the programs that the guard starts.
class Service
  class Failure < StandardError; end

  GRACE = 10 # s to end by itself
  READY = 30 # s
  PAUSE = 0.02 # s between two tries

  attr_reader :environment

  # as: the words of setpriv that say who it runs as; asks: raises until the service answers; the block is told why it ended.
  def initialize(name, words, folder, environment:, stop_signal:, asks:, as: [], &ended)
    @name, @environment, @stop_signal, @asks, @log = name, environment, stop_signal, asks, "#{folder}/#{name}.log"
    # As in command.rb: it ends with this guard.
    words = ["setpriv", *as, "--pdeathsig", stop_signal, *words]
    @pid = spawn(*words, in: "/dev/null", %i[out err] => [@log, "w"], chdir: folder)
    @process = Process.detach(@pid)
    Thread.new { @process.join and ended.call(@stopping ? nil : "#{@name} ended#{how} in the middle#{last_words}") }
  rescue SystemCallError => why
    raise Failure, "#{name} could not be started: #{why.message}"
  end

  # events: nothing comes to it while all is well.
  def wait_ready(events)
    deadline = now + READY
    begin
      @asks.call
    rescue StandardError => why
      raise Failure, "#{@name} ended#{how} before it was ready#{last_words}" unless @process.alive?
      raise Failure, "#{@name} was not ready within #{READY} s: #{why.message.lines.first&.strip}" if now > deadline
      raise Failure, "stopped while #{@name} started" unless events.empty?

      sleep PAUSE
      retry
    end
  end

  def stop
    @stopping = true
    Process.kill(@stop_signal, @pid)
    @process.join(GRACE) or (Process.kill("KILL", @pid) and @process.join)
  rescue Errno::ESRCH
    nil # it has ended
  end

  private

  def how
    status = @process.value
    status.signaled? ? " by SIG#{Signal.signame(status.termsig)}" : " with status #{status.exitstatus}"
  end

  # What was killed has not said why.
  def last_words
    line = File.readlines(@log).last&.strip unless @process.value.signaled?
    line.to_s.empty? ? "" : ": #{line}"
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end
