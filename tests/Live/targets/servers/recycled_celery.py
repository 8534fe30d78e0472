"""A Celery application whose children are recycled: BROKER names its broker, such as redis://127.0.0.1:PORT/0. Its jobs go into the file JOURNAL.

    celery -A recycled_celery worker -c 2       serves; LATE=1: a job is acknowledged after it has run (acks_late)
    python3 recycled_celery.py give 500 0.02    gives so many jobs of so many seconds, named 0 to 499, and leaves
    python3 recycled_celery.py pids             the pool's children in its own order, as one JSON list: pool_shrink ends the first that is idle
    python3 recycled_celery.py grow|shrink      asks the worker for one child more or less; prints its answer

A job adds the line "begin NAME PID" when it begins and "end NAME PID" when it ends. The task grow_by(MIB) keeps so many MiB in the child that ran it.
"""
import json
import os
import sys
import time

from celery import Celery

app = Celery("recycled_celery", broker=os.environ["BROKER"])
app.conf.update(
    task_acks_late=os.environ.get("LATE") == "1",
    task_reject_on_worker_lost=os.environ.get("LATE") == "1",
    task_ignore_result=True,
    worker_hijack_root_logger=False,
)
kept = []


def note(*words):
    with open(os.environ["JOURNAL"], "a") as journal:  # one short write at the end: lines of many processes do not mix
        journal.write(" ".join(map(str, words)) + "\n")


@app.task(name="job")
def job(name, seconds):
    note("begin", name, os.getpid())
    time.sleep(seconds)
    note("end", name, os.getpid())


@app.task(name="grow_by")
def grow_by(mib):
    kept.append(os.urandom(1 << 20) * mib)  # written: no other process can share it
    note("grown", mib, os.getpid())


if __name__ == "__main__":
    if sys.argv[1] == "give":
        for number in range(int(sys.argv[2])):
            job.delay(number, float(sys.argv[3]))
    elif sys.argv[1] == "pids":
        (stats,) = app.control.inspect(timeout=5, limit=1).stats().values()
        print(json.dumps(stats["pool"]["processes"]))
    else:
        ask = {"grow": app.control.pool_grow, "shrink": app.control.pool_shrink}[sys.argv[1]]
        ((answer,),) = [reply.values() for reply in ask(1, reply=True, timeout=5, limit=1)]
        print(json.dumps(answer))
