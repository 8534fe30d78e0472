require_relative "../../../../studies/services/postgres"
require_relative "database"
require_relative "frontend"
require_relative "server"

# For the guard (studies/services/guard.rb): Debian's Zabbix 6.0 on a PostgreSQL of its own. It tells where its API answers: ZABBIX_API.
# They are started one after the other; the server and the frontend wait for the database.
module Wanted
  module Storage
    def self.start(folder, &) = Postgres.start(folder, variables: ->(_) { {} }, asks: Database.method(:ask), &)
  end

  KINDS = [Storage, Server, Frontend].freeze
end
