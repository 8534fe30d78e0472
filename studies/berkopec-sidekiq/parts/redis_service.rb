require "redis"
require_relative "../../services/service"

# Redis on a socket that only its user may open; nothing is kept.
module RedisService
  def self.start(folder, &ended)
    socket = "#{folder}/redis.sock"
    words = %W[redis-server --port 0 --unixsocket #{socket} --unixsocketperm 700 --appendonly no --dir #{folder}] + ["--save", ""]
    Service.new("redis-server", words, folder,
      environment: { "REDIS_URL" => "unix://#{socket}" }, stop_signal: "TERM",
      asks: -> { Redis.new(path: socket, reconnect_attempts: 0).tap(&:ping).close }, &ended)
  end
end
