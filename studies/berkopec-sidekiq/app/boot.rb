# What Sidekiq loads: the job, and an address that answers once it takes jobs.
require_relative "health"
require_relative "record_job"

Sidekiq.configure_server do |config|
  config.on(:startup) { Health.answer(Integer(ENV.fetch("PORT"))) }
end
