Gem::Specification.new do |gem|
  gem.name = "lowtide_kit"
  gem.version = "1.0.0"
  gem.summary = "What Lowtide runs inside a Ruby that it starts: GC.stat where it is read from outside, and remedies"
  gem.authors = ["Lowtide"]
  gem.license = "MIT"
  gem.required_ruby_version = ">= 3.1"
  gem.files = Dir["lib/**/*.rb"]
end
