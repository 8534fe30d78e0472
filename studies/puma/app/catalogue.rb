# What the master loads before it forks: products with texts of random length.
class Catalogue
  SIZE = 60_000
  TEXT = 24..1000 # bytes; shorter ones lie in Ruby's own slots
  LETTERS = [*"a".."z"].join.freeze

  def initialize(random)
    letters = LETTERS * (TEXT.max / LETTERS.length + 2)
    @products = Array.new(SIZE) do |number|
      { "name" => "product #{number}", "price" => random.rand(1..100_000), "text" => letters[random.rand(LETTERS.length), random.rand(TEXT)] }
    end
  end

  def at(random) = @products[random.rand(SIZE)]
end
