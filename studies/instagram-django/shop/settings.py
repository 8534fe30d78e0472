"""A small, ordinary project. No database: only memory is studied."""
import os

# "instagram": requests read a small hot part of the catalogue.
# "reads": each worker's first requests read all of it.
STUDY_SETTING = os.environ.get("LOWTIDE_STUDY_SETTING", "instagram")

SECRET_KEY = "a study on the loopback interface keeps no secrets"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "shop.urls"
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth"]
DATABASES = {}
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")],
    }
]
USE_TZ = True
