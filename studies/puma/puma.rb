count = ->(name, usual) { Integer(ENV.fetch(name, usual)) }
threads_each = count.call("THREADS", 5)

workers count.call("WORKERS", 2)
threads threads_each, threads_each
bind "tcp://127.0.0.1:#{count.call("PORT", 8323)}"
preload_app! # the master loads, the workers share what it has loaded
raise_exception_on_sigterm false # to be stopped is no failure
quiet
