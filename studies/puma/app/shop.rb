require "json"
require_relative "catalogue"

# Answers with products by random, as JSON. A request waits for a database that is not there: that is when its worker's other threads run.
class Shop
  PRODUCTS = 300
  WAIT = 0.02 # s
  SEED = 1

  def initialize
    @catalogue = Catalogue.new(Random.new(SEED))
    @random = Random.new(SEED) # each worker goes on from here by itself
  end

  def call(_environment)
    chosen = Array.new(@random.rand(1..PRODUCTS)) { @catalogue.at(@random) }
    sleep WAIT
    body = JSON.generate(chosen.map { |product| product.merge("label" => "#{product["name"]}: #{product["text"]}") })
    [200, { "content-type" => "application/json" }, [body]]
  end
end
