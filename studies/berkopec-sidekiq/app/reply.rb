require "net/http"

# The other service that a job asks, by HTTP. Ruby lets other threads run while this one waits.
module Reply
  PATIENCE = 60 # s

  def self.wait(seconds)
    address = URI(ENV.fetch("REPLY_URL"))
    answer = Net::HTTP.start(address.host, address.port, read_timeout: PATIENCE) { |http| http.get("/#{seconds}") }
    raise "the reply service answered #{answer.code}" unless answer.code == "200"
  end
end
