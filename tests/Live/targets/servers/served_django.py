"""A Django project in one file, for uWSGI and gunicorn: / answers with what the worker says of itself (heap.py).

HEAP is "late" to leave loading to each worker's first request; otherwise this module does it. SECONDS is how long an answer takes.
"""
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from django.conf import settings  # noqa: E402

settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="only for tests", LOGGING_CONFIG=None)

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import path  # noqa: E402

import heap  # noqa: E402


def collector(request):
    time.sleep(float(os.environ.get("SECONDS", "0")))
    return JsonResponse(heap.collect_once())


urlpatterns = [path("", collector)]
application = get_wsgi_application()
if os.environ.get("HEAP") != "late":
    heap.load()
