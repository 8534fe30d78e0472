require "json"
require "pg"

# Documents of random size: of some hundred bytes to a quarter of a MiB, the logarithm evenly spread.
module Records
  STORED = 2000
  LEAST_LINES, MOST_LINES = 2, 2000
  LINE = 24..200 # bytes; shorter ones lie in Ruby's own slots and are no business of malloc's
  LETTERS = [*"a".."z", *"0".."9"].join.freeze

  def self.document(random)
    lines = (LEAST_LINES * (MOST_LINES.fdiv(LEAST_LINES)**random.rand)).to_i
    letters = LETTERS * (LINE.max / LETTERS.length + 2)
    JSON.generate({ lines: Array.new(lines) { letters[random.rand(LETTERS.length), random.rand(LINE)] } })
  end

  # In PostgreSQL, a connection to each thread. Which record is read is random, which ones there are is not.
  module Stored
    def self.read(random)
      connection.exec_params("SELECT body FROM records WHERE id = $1", [random.rand(STORED) + 1]).getvalue(0, 0)
    end

    def self.write(number, body)
      connection.exec_params("INSERT INTO results (job, body) VALUES ($1, $2)", [number, body])
    end

    def self.connection
      Thread.current[:connection] ||= PG.connect(ENV.fetch("DATABASE_URL"))
    end
  end

  # The same without I/O: made where it would be read, dropped where it would be written.
  module Made
    def self.read(random) = Records.document(Random.new(random.rand(STORED) + 1))

    def self.write(_number, _body) = nil
  end
end
