require "socket"

module Ports
  # One that nobody has now; Zabbix takes none above 32767.
  def self.free
    port = rand(20_000..32_000)
    TCPServer.new("127.0.0.1", port).close
    port
  rescue Errno::EADDRINUSE
    retry
  end
end
