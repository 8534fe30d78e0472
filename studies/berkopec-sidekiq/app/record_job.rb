require "json"
require_relative "job_queue"
require_relative "records"
require_relative "reply"

# Reads records, asks another service, and writes what it made of them. All that is random comes from the seed, so that the same jobs
# ask the same of every server.
class RecordJob
  include Sidekiq::Worker
  sidekiq_options queue: JobQueue::NAME, retry: false

  READS = 60 # before the reply, and again after it

  # reply_seconds: how long the other service takes; nil: the same work without any I/O.
  def perform(number, seed, reply_seconds)
    random = Random.new(seed)
    records = reply_seconds ? Records::Stored : Records::Made
    before = work(random, records)
    Reply.wait(reply_seconds) if reply_seconds
    after = work(random, records)
    records.write(number, JSON.generate({ before: before.last, after: after.last }))
  ensure
    tell(number, $! ? 500 : 200)
  end

  private

  # Parsed records live until the job ends: what a job holds while it waits is what the others' memory has to fit around.
  def work(random, records)
    parsed = Array.new(READS) { JSON.parse(records.read(random)) }
    parsed.each { |record| record["lines"].sort!.uniq! }
  end

  # The clock is the machine's, so that the load can take its own times from it.
  def tell(number, status)
    Sidekiq.redis { |redis| redis.rpush(JobQueue::DONE, "#{number} #{status} #{Process.clock_gettime(Process::CLOCK_MONOTONIC)}") }
  end
end
