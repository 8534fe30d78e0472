"""What the master runs before it forks: everything the workers will share is loaded here."""
import gc

# First of all, as Instagram had it: the collector must not run while the catalogue grows,
# and nobody means to turn it on again. See packer.py for who does.
gc.disable()

import os  # noqa: E402

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shop.settings")

from django.core.wsgi import get_wsgi_application  # noqa: E402

from shop import catalogue, handlers, views  # noqa: E402

application = get_wsgi_application()
handlers.load()
catalogue.load()
views.load()
