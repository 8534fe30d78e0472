"""Code as data: a large service has thousands of modules, and their pages are shared too.

Three hundred modules are made in memory, so that the study does not carry three hundred files;
beside them stand real ones, of the standard library and of Django, as a service would import.
"""
import importlib
import sys
import types

from shop import catalogue

MODULES = 300
IMPORTED = [
    "argparse", "asyncio", "concurrent.futures", "configparser", "csv", "decimal", "difflib",
    "email.mime.multipart", "fractions", "ftplib", "http.cookiejar", "http.server", "imaplib",
    "logging.handlers", "multiprocessing.pool", "optparse", "pickletools", "plistlib", "pydoc",
    "smtplib", "sqlite3", "statistics", "tarfile", "unittest.mock", "wave",
    "xml.dom.minidom", "xml.etree.ElementTree", "xmlrpc.client", "zipfile",
    "django.contrib.auth.models", "django.contrib.messages", "django.contrib.sessions.backends.cache",
    "django.contrib.staticfiles", "django.contrib.syndication.views", "django.core.mail",
    "django.core.management", "django.db.models", "django.forms", "django.views.generic",
]

SOURCE = '''
"""Handler {number}."""
LIMITS = {{"low": {number}, "high": {number} + 1000, "names": ["a{number}", "b{number}"]}}

class Request{number}:
    """What handler {number} takes."""
    fields = ("id", "owner{number}", "created")
    def __init__(self, owner, items=()):
        self.owner = owner
        self.items = list(items)
    def validate(self):
        return all(LIMITS["low"] <= item <= LIMITS["high"] for item in self.items)

class Handler{number}(Request{number}):
    """Answers requests of kind {number}."""
    retries = {number} % 7
    def answer(self, context=None):
        rows = [(item, self.owner, "kind {number}") for item in self.items]
        return {{"rows": rows, "context": context or {{}}}}
    def retry(self, error):
        return self.retries > 0 and not isinstance(error, ValueError)

def handle_{number}(owner, items):
    handler = Handler{number}(owner, items)
    return handler.answer() if handler.validate() else None
'''


def load():
    for name in IMPORTED:
        importlib.import_module(name)
    for number in range(MODULES):
        name = "shop.handler_%d" % number
        module = types.ModuleType(name)
        exec(compile(SOURCE.format(number=number), name, "exec"), vars(module))
        sys.modules[name] = module


def read():
    """Looks through all modules and what they hold, as a page that documents the service would."""
    met = set()
    waiting = list(sys.modules.values())
    while waiting:
        value = waiting.pop()
        if id(value) not in met and type(value) is not catalogue.Product:
            met.add(id(value))
            waiting.extend(parts(value))
    return len(met)


def parts(value):
    # By type(), never isinstance(): that would ask a lazy object of Django's for its class and load it.
    kind = type(value)
    if issubclass(kind, (list, tuple, set, frozenset)):
        return list(value)
    if issubclass(kind, dict):
        return list(dict.values(value)) if value is not catalogue.products else []
    try:
        found = list(object.__getattribute__(value, "__dict__").values())
    except AttributeError:
        found = []
    if kind is types.FunctionType:
        found += [value.__defaults__, value.__kwdefaults__, value.__closure__]
    elif issubclass(kind, type):
        found += [value.__mro__, value.__bases__]
    return found
