import gc
import os

from django.conf import settings
from django.http import Http404, JsonResponse
from django.shortcuts import render

from shop import catalogue, feed as feeds, handlers, leak

# In the setting "reads" a worker has read everything after this many requests. It counts its
# own requests, so it does not matter how they were spread over the workers.
READ_REQUESTS = 100

served = 0
stats_at_fork = []


def load():
    """Called last in the master: what the collector had done before the fork."""
    stats_at_fork.extend(gc.get_stats())


def feed(request):
    global served
    read = read_part(served) if settings.STUDY_SETTING == "reads" else 0
    page, groups = feeds.build(feeds.cursor(served))
    leak.keep(served)
    served += 1
    return JsonResponse({"page": page, "groups": groups, "read": read})


def read_part(part):
    if part > READ_REQUESTS:
        return 0
    if part == READ_REQUESTS:
        return handlers.read() + catalogue.read_brands()
    size = catalogue.PRODUCTS // READ_REQUESTS
    return catalogue.read(part * size, (part + 1) * size)


def product(request, number):
    entry = catalogue.products.get(number % catalogue.HOT)
    if entry is None:
        raise Http404
    return JsonResponse(
        dict(feeds.card(entry), tags=dict(entry.tags), variants=entry.variants, ratings=entry.ratings)
    )


def about(request):
    return render(request, "about.html", {"products": catalogue.PRODUCTS, "setting": settings.STUDY_SETTING})


def collector(request):
    """What the collector of the worker that answers is set to and has done."""
    stats = gc.get_stats()
    return JsonResponse(
        {
            "pid": os.getpid(),
            "setting": settings.STUDY_SETTING,
            "served": served,
            "enabled": gc.isenabled(),
            "threshold": gc.get_threshold(),
            "count": gc.get_count(),
            "stats": stats,
            "collections_since_fork": [
                now["collections"] - then["collections"] for now, then in zip(stats, stats_at_fork)
            ],
        }
    )
