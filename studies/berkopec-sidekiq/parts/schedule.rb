# When each job is due and what it asks for, decided before the first one is sent: the same for every server.
module Schedule
  Job = Struct.new(:due, :seed, :reply_seconds) # due in seconds from the start

  # A reply takes longer than this in half of the jobs; how long is exponential, so that no quantile falls into a gap.
  MEDIAN_REPLY = 1.0 # s
  MEAN_REPLY = MEDIAN_REPLY / Math.log(2)
  LONGEST_REPLY = 8.0 # s; one in 256 would take longer
  WORK = 0.1 # s of its own that a job takes, about

  # Poisson arrivals at the rate at which so many are under way in the mean (Little's law, doi:10.1287/opre.9.3.383).
  def self.of(jobs, in_flight, seed)
    random = Random.new(seed)
    rate = in_flight / (MEAN_REPLY + WORK)
    due = 0
    Array.new(jobs) do
      due += exponential(random, 1 / rate)
      Job.new(due, random.rand(1 << 31), [exponential(random, MEAN_REPLY), LONGEST_REPLY].min.round(3))
    end
  end

  def self.exponential(random, mean) = -mean * Math.log(1 - random.rand)
  private_class_method :exponential
end
