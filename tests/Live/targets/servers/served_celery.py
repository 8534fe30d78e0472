"""A Celery application on its filesystem transport, below the folder FOLDER. HEAP as in served_django.py; KEPT is code of its user's."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from celery import Celery  # noqa: E402

import heap  # noqa: E402

FOLDER = os.environ["FOLDER"]
app = Celery("served_celery", broker="filesystem://", backend="file://" + FOLDER)
app.conf.update(
    broker_transport_options={"data_folder_in": FOLDER, "data_folder_out": FOLDER, "polling_interval": 0.05},
    # One message at a time: a worker that waits for its turn does not hold the next one's.
    worker_prefetch_multiplier=1,
)


@app.task
def collect():
    return heap.collect_once()


if os.environ.get("HEAP") != "late":
    heap.load()
exec(os.environ.get("KEPT", ""))
