require "pg"
require_relative "../../services/postgres"
require_relative "../app/records"

# PostgreSQL with the records that jobs read.
module PostgresService
  SEED = 1

  def self.start(folder, &) =
    Postgres.start(folder, variables: ->(socket) { { "DATABASE_URL" => address(socket) } }, asks: ->(socket) { fill(address(socket)) }, &)

  def self.address(socket) = "postgresql:///postgres?host=#{socket}&user=#{Postgres::USER}"

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
  private_class_method :address, :fill
end
