require "fileutils"
require "open3"
require_relative "service"

# A cluster of PostgreSQL's own, on a socket that only its user and root may open.
module Postgres
  PROGRAMS = Dir["/usr/lib/postgresql/*/bin"].max_by { |folder| folder[/\d+/].to_i } # not on PATH in Debian
  USER = "study"

  # PostgreSQL refuses to run as root: then as the user that Debian's package made for it.
  AS = Process.uid.zero? ? %w[--reuid postgres --regid postgres --clear-groups] : []

  # Nothing has to outlive a crash, and the disk's speed is not what is measured.
  SETTINGS = {
    "listen_addresses" => "", "unix_socket_permissions" => "0700", "fsync" => "off", "synchronous_commit" => "off",
    "full_page_writes" => "off", "dynamic_shared_memory_type" => "mmap", "max_connections" => "100",
  }.freeze

  def self.there? = PROGRAMS && File.executable?("#{PROGRAMS}/initdb")

  # variables: gives those by which it is found, of the socket's folder; asks: called with that folder, raises until it answers.
  def self.start(folder, variables:, asks:, &ended)
    data = "#{folder}/postgres"
    Dir.mkdir(data, 0o700)
    FileUtils.chown("postgres", "postgres", data) unless AS.empty?
    initialise(data)
    words = ["#{PROGRAMS}/postgres", "-D", data, "-k", data] + SETTINGS.flat_map { |name, value| ["-c", "#{name}=#{value}"] }
    Service.new("postgres", words, folder, environment: variables.call(data), stop_signal: "INT", as: AS, asks: -> { asks.call(data) }, &ended)
  end

  def self.initialise(data)
    words = ["setpriv", *AS, "#{PROGRAMS}/initdb", "-D", data, "-A", "trust", "-U", USER, "-E", "UTF8", "--locale", "C.UTF-8", "--no-sync"]
    said, status = Open3.capture2e(*words.reject(&:empty?), chdir: "/")
    raise Service::Failure, "initdb: #{said.lines.last&.strip}" unless status.success?
  end
  private_class_method :initialise
end
