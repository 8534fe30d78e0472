require "sidekiq"

# Where jobs wait, and where it is told that they are done.
module JobQueue
  NAME, DONE = "records", "done"
end

# Sidekiq 6.4 calls it in the old way, and redis 4.8 would warn at every job.
Redis.sadd_returns_boolean = false if Redis.respond_to?(:sadd_returns_boolean=)
