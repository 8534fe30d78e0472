require_relative "ports"

# zabbix_server in the foreground, with as few processes as it lets one have.
module Server
  SETTINGS = {
    "DBName" => Database::NAME, "DBUser" => Postgres::USER, "ListenIP" => "127.0.0.1", "AllowRoot" => 1, "LogType" => "console",
    # What is imported and discovered counts at once.
    "CacheUpdateFrequency" => 1,
    "StartPollers" => 1, "StartPollersUnreachable" => 1, "StartPingers" => 0, "StartDiscoverers" => 0, "StartHTTPPollers" => 0, "StartTrappers" => 1,
    "StartPreprocessors" => 1, "StartLLDProcessors" => 1, "StartDBSyncers" => 1, "HousekeepingFrequency" => 0,
  }.freeze

  def self.start(folder, &ended)
    Database.fill(folder)
    own = { "DBHost" => Database.socket(folder), "ListenPort" => Ports.free, "PidFile" => "#{folder}/zabbix_server.pid", "SocketDir" => folder }
    settings = "#{folder}/zabbix_server.conf"
    File.write(settings, SETTINGS.merge(own).map { |name, value| "#{name}=#{value}\n" }.join)
    log = "#{folder}/zabbix_server.log"
    Service.new("zabbix_server", ["/usr/sbin/zabbix_server", "-f", "-c", settings], folder, environment: {}, stop_signal: "TERM", asks: -> { ask(log) }, &ended)
  end

  def self.ask(log)
    raise "it has not said that it is started" unless File.read(log).include?("server #0 started [main process]")
  end
  private_class_method :ask
end
