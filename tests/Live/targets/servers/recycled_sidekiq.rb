# Sidekiq's jobs for a server that is recycled: REDIS_URL names its Redis. They go into the file JOURNAL.
#
#   sidekiq -r ./recycled_sidekiq.rb -c 4          serves
#   ruby recycled_sidekiq.rb give 500 0.02         gives so many jobs of so many seconds, named 0 to 499, and leaves
#
# A job adds the line "begin NAME PID" when it begins and "end NAME PID" when it ends. GrowBy keeps so many MiB in the process that ran it.

require "sidekiq"
require "securerandom"

Redis.sadd_returns_boolean = false if Redis.respond_to?(:sadd_returns_boolean=) # Sidekiq 6.4 calls it in the old way: redis 4.8 would warn at each job

module Journal
  # One short write at the end: lines of many threads and processes do not mix.
  def self.note(*words) = File.open(ENV.fetch("JOURNAL"), "a") { |file| file.write("#{words.join(' ')} #{Process.pid}\n") }
end

class NamedJob
  include Sidekiq::Worker

  def perform(name, seconds)
    Journal.note "begin", name
    sleep seconds
    Journal.note "end", name
  end
end

class GrowBy
  include Sidekiq::Worker

  KEPT = []

  def perform(mib)
    KEPT << SecureRandom.bytes(1 << 20) * mib # written: no other process can share it
    Journal.note "grown", mib
  end
end

if $PROGRAM_NAME == __FILE__
  _, count, seconds = ARGV
  Integer(count).times { |number| NamedJob.perform_async(number, Float(seconds)) }
end
