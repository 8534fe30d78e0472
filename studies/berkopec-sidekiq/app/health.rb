require "socket"

# Answers every request with 200, as the health checks of container platforms want it: by this a trial knows that Sidekiq is ready.
module Health
  def self.answer(port)
    server = TCPServer.new("127.0.0.1", port)
    Thread.new do
      loop do
        client = server.accept
        client.gets("\r\n\r\n", 8192)
        client.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n")
      rescue SystemCallError, IOError
        next # the client was gone first
      ensure
        client&.close
      end
    end
  end
end
