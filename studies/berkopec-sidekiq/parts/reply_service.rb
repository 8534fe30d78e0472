require "socket"

# The service that takes its time: answers GET /SECONDS after so long.
module ReplyService
  MOST_SECONDS, MOST_AT_ONCE = 60, 200
  BODY = ("r" * 4096).freeze

  # It lives in the guard itself, and goes with it.
  Started = Struct.new(:environment) do
    def wait_ready(_events) = nil

    def stop = nil
  end

  # On a port that was free.
  def self.start(_folder)
    server = TCPServer.new("127.0.0.1", 0)
    slots = SizedQueue.new(MOST_AT_ONCE)
    Thread.new do
      loop do
        slots << true
        Thread.new(server.accept) do |client|
          answer(client)
        ensure
          client.close
          slots.pop
        end
      end
    end
    Started.new({ "REPLY_URL" => "http://127.0.0.1:#{server.addr[1]}" })
  end

  def self.answer(client)
    seconds = client.gets("\r\n\r\n", 8192).to_s[%r{\AGET /(\d+(\.\d+)?) }, 1].to_f
    sleep [seconds, MOST_SECONDS].min
    client.write("HTTP/1.1 200 OK\r\nContent-Length: #{BODY.length}\r\nConnection: close\r\n\r\n#{BODY}")
  rescue SystemCallError, IOError
    nil # who asked has gone
  end
  private_class_method :answer
end
