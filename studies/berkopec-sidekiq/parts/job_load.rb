require_relative "../app/job_queue"
require_relative "outcome"

# Carries a schedule out: one thread sends each job when it is due, the other takes in what was done.
class JobLoad
  class Failure < StandardError; end

  JOB = "RecordJob" # app/record_job.rb, which this process need not load
  PATIENCE = 30 # s after the last job was due, for the queue to empty
  STEP = 1 # s

  def initialize(schedule, without_io:)
    @schedule, @without_io = schedule, without_io
    Sidekiq.logger.level = Logger::WARN
  end

  def run
    Sidekiq.redis { |redis| redis.del(JobQueue::DONE, "queue:#{JobQueue::NAME}") } # of a load that was broken off
    start = now
    sender = Thread.new { send_jobs(start) }
    sender.report_on_exception = false
    Outcome.new(@schedule, collect(start, sender))
  rescue Redis::BaseConnectionError => why
    raise Failure, "Redis is gone: #{why.message}"
  end

  private

  def send_jobs(start)
    @schedule.each_with_index do |job, number|
      wait = start + job.due - now
      sleep wait if wait.positive?
      Sidekiq::Client.push("class" => JOB, "queue" => JobQueue::NAME, "retry" => false, "args" => [number, job.seed, @without_io ? nil : job.reply_seconds])
    end
  end

  # Of each job by its number: [status, seconds from the start]. The clock is the same in all processes of a machine.
  def collect(start, sender)
    done = {}
    deadline = start + @schedule.last.due + PATIENCE
    while done.length < @schedule.length
      sender.join(0)
      late(done.length) if now > deadline
      _, word = Sidekiq.redis { |redis| redis.blpop(JobQueue::DONE, timeout: STEP) }
      next unless word

      number, status, at = word.split
      done[number.to_i] = [status.to_i, at.to_f - start]
    end
    done
  end

  def late(done)
    raise Failure, "no job was done within #{PATIENCE} s: is Sidekiq running?" if done.zero?

    raise Failure, "#{@schedule.length - done} of #{@schedule.length} jobs were not done #{PATIENCE} s after the last was due: fewer in flight?"
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end
