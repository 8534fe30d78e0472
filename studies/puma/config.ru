require_relative "app/shop"

run Shop.new
