require_relative "../../services/background"
require_relative "installed"

# What the jobs need beside Sidekiq: Redis, PostgreSQL and the service that takes its time.
module Services
  Failure = Background::Failure

  def self.during(&) = Background.during("#{__dir__}/wanted.rb", missing: Installed.missing, &)
end
