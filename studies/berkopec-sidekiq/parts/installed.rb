require_relative "../../services/postgres"

# The Debian packages that the study needs, and what shows that each is there.
module Installed
  PACKAGES = {
    "ruby-sidekiq" => -> { gem?("sidekiq") },
    "ruby-redis" => -> { gem?("redis") },
    "ruby-pg" => -> { gem?("pg") },
    "redis-server" => -> { program?("redis-server") },
    "postgresql" => -> { Postgres.there? },
    "util-linux" => -> { program?("setpriv") },
  }.freeze

  def self.missing = PACKAGES.reject { |_, there| there.call }.keys

  def self.gem?(name) = Gem::Specification.find_all_by_name(name).any?

  def self.program?(name)
    "#{ENV["PATH"]}:/usr/bin:/usr/sbin".split(":").any? { |folder| File.executable?("#{folder}/#{name}") }
  end
end
