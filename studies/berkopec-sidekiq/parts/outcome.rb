# What became of the jobs of a schedule.
class Outcome
  # done: of each number [status, seconds from the start]
  def initialize(schedule, done)
    @rows = schedule.each_with_index.map do |job, number|
      status, at = done.fetch(number)
      [at - job.due, status, job.due]
    end
  end

  def failures = @rows.select { |_, status, _| status >= 400 }

  def csv = ["response-time,status-code,offset", *@rows.map { |row| row.join(",") }]

  def summary
    times = @rows.map(&:first).sort
    seconds = @rows.map { |time, _, due| time + due }.max
    format("%d jobs in %.1f s; from due to done: p50 %.3f s, p95 %.3f s, p99 %.3f s, longest %.3f s",
      times.length, seconds, *[0.5, 0.95, 0.99, 1].map { |share| quantile(times, share) })
  end

  private

  # Between the two nearest, by Hyndman and Fan's seventh definition (doi:10.1080/00031305.1996.10473566), as R does.
  def quantile(sorted, share)
    place = share * (sorted.length - 1)
    low, high = sorted[place.floor], sorted[place.ceil]
    low + ((high - low) * (place - place.floor))
  end
end
