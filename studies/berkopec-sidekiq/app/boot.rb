# What Sidekiq loads: the job, and an address that answers once it is up.
require_relative "health"
require_relative "record_job"

Sidekiq.configure_server do |config|
  config.on(:startup) do
    port = Integer(ENV.fetch("PORT"))
    Health.answer(port)
  rescue Errno::EADDRINUSE
    abort "serve: port #{port} of 127.0.0.1 is in use: set PORT to another"
  end
end
