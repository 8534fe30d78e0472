require_relative "../../services/postgres"

# For the guard (studies/services/guard.rb): a PostgreSQL with nothing in it.
module Wanted
  module Storage
    def self.start(folder, &) = Postgres.start(
      folder, variables: ->(socket) { { "STORAGE" => "Host=#{socket};Username=#{Postgres::USER};Database=postgres" } }, asks: method(:ask), &)

    def self.ask(socket)
      said = `#{Postgres::PROGRAMS}/pg_isready -h #{socket} 2>&1`
      raise said unless $?.success?
    end
  end

  KINDS = [Storage].freeze
end
