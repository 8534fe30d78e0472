require "fileutils"
require "net/http"
require_relative "ports"

# Zabbix's frontend under PHP's own server: it has the API.
module Frontend
  PAGES = "/usr/share/zabbix"
  # Debian's frontend looks for its settings here alone: the copy looks elsewhere.
  ASKS = "include/classes/core/CConfigFile.php"
  USUAL = "'/etc/zabbix/zabbix.conf.php'"

  def self.start(folder, &ended)
    settings = "#{folder}/zabbix.conf.php"
    File.write(settings, <<~PHP)
      <?php
      $DB['TYPE'] = 'POSTGRESQL';
      $DB['SERVER'] = '#{Database.socket(folder)}';
      $DB['PORT'] = '0';
      $DB['DATABASE'] = '#{Database::NAME}';
      $DB['USER'] = '#{Postgres::USER}';
      $DB['PASSWORD'] = '';
      $DB['SCHEMA'] = '';
      $DB['DOUBLE_IEEE754'] = true;
    PHP
    address = "127.0.0.1:#{Ports.free}"
    root = copy(folder, settings)
    Service.new("frontend", ["php", "-S", address, "-t", root], folder, environment: { "ZABBIX_API" => "http://#{address}/api_jsonrpc.php" },
                stop_signal: "INT", asks: -> { ask(address) }, &ended)
  end

  def self.copy(folder, settings)
    root = "#{folder}/frontend"
    FileUtils.cp_r(PAGES, root)
    text = File.read("#{root}/#{ASKS}")
    raise Service::Failure, "#{PAGES}/#{ASKS} does not name #{USUAL}" unless text.include?(USUAL)

    File.write("#{root}/#{ASKS}", text.sub(USUAL, "'#{settings}'"))
    root
  end

  def self.ask(address)
    said = Net::HTTP.post(URI("http://#{address}/api_jsonrpc.php"), '{"jsonrpc":"2.0","method":"apiinfo.version","params":[],"id":1}',
                          "Content-Type" => "application/json-rpc")
    raise said.body.to_s.lines.first.to_s unless said.body.to_s.include?('"result"')
  end
  private_class_method :copy, :ask
end
