require "net/http"
require "socket"
require "tempfile"

# Sidekiq, ready to take jobs for a block, and stopped after it.
module SidekiqServer
  class Failure < StandardError; end

  READY = 30 # s
  GRACE = 40 # s; Sidekiq gives busy jobs 25 s
  PAUSE = 0.02 # s between two tries

  def self.during(environment, threads)
    port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }
    log = Tempfile.new("sidekiq")
    variables = environment.merge("PORT" => port.to_s, "THREADS" => threads.to_s)
    pid = spawn(variables, "setpriv", "--pdeathsig", "TERM", "#{__dir__}/../serve", %i[out err] => log.path, in: "/dev/null")
    server = Process.detach(pid)
    wait_ready(server, port, log)
    yield pid
  ensure
    stop(server) if server
    log&.close!
  end

  def self.wait_ready(server, port, log)
    deadline = now + READY
    begin
      Net::HTTP.get(URI("http://127.0.0.1:#{port}/"))
    rescue SystemCallError => why
      raise Failure, "Sidekiq ended before it was ready: #{log.read.lines.last&.strip}" unless server.alive?
      raise Failure, "Sidekiq was not ready within #{READY} s: #{why.message}" if now > deadline

      sleep PAUSE
      retry
    end
  end

  def self.stop(server)
    Process.kill("TERM", server.pid)
    server.join(GRACE) or (Process.kill("KILL", server.pid) and server.join)
  rescue Errno::ESRCH
    nil # it has ended
  end

  def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  private_class_method :wait_ready, :stop, :now
end
