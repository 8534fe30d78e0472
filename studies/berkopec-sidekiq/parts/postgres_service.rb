require "etc"
require "fileutils"
require "open3"
require "pg"
require_relative "../app/records"
require_relative "installed"
require_relative "service"

# A cluster of PostgreSQL's own, on a socket that only its user and root may open, with the records that jobs read.
module PostgresService
  USER = "study"
  SEED = 1

  # PostgreSQL refuses to run as root: then as the user that Debian's package made for it.
  AS = Process.uid.zero? ? %w[--reuid postgres --regid postgres --clear-groups] : []

  # Nothing has to outlive a crash, and the disk's speed is not what is measured.
  SETTINGS = {
    "listen_addresses" => "", "unix_socket_permissions" => "0700", "fsync" => "off", "synchronous_commit" => "off",
    "full_page_writes" => "off", "dynamic_shared_memory_type" => "mmap", "max_connections" => "100",
  }.freeze

  def self.start(folder, &ended)
    data = "#{folder}/postgres"
    Dir.mkdir(data, 0o700)
    FileUtils.chown("postgres", "postgres", data) unless AS.empty?
    initialise(data)
    address = "postgresql:///postgres?host=#{data}&user=#{USER}"
    words = ["#{Installed::POSTGRES}/postgres", "-D", data, "-k", data] + SETTINGS.flat_map { |name, value| ["-c", "#{name}=#{value}"] }
    Service.new("postgres", words, folder,
      environment: { "DATABASE_URL" => address }, stop_signal: "INT", as: AS, asks: -> { fill(address) }, &ended)
  end

  def self.initialise(data)
    words = ["setpriv", *AS, "#{Installed::POSTGRES}/initdb", "-D", data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync"]
    said, status = Open3.capture2e(*words.reject(&:empty?), chdir: "/")
    raise Service::Failure, "initdb: #{said.lines.last&.strip}" unless status.success?
  end

  def self.fill(address)
    connection = PG.connect(address)
    random = Random.new(SEED)
    connection.transaction do # whole or not at all: it is tried again
      connection.exec("CREATE UNLOGGED TABLE records (id integer PRIMARY KEY, body text NOT NULL)")
      connection.exec("CREATE UNLOGGED TABLE results (job integer NOT NULL, body text NOT NULL)")
      connection.copy_data("COPY records FROM STDIN") do
        (1..Records::STORED).each { |id| connection.put_copy_data("#{id}\t#{Records.document(random)}\n") }
      end
    end
  ensure
    connection&.close
  end
  private_class_method :initialise, :fill
end
