"""Settings of the site. Everything that differs between machines comes from the environment.

With no environment at all: SQLite and a local data folder, fit for a club's own laptop.
"""

import os
import secrets
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("CLUBMANAGER_DATA", BASE_DIR / "var"))
DEBUG = os.environ.get("DEBUG", "") == "1"
DATABASE_URL = os.environ.get("DATABASE_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
EMBEDDED = not DATABASE_URL


def _private_file(name: str, make) -> str:
    """The content of a file in the data folder that only this user may read, made when missing."""
    path = DATA_DIR / name
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(make())
    return path.read_text().strip()


SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if not EMBEDDED:
        raise ImproperlyConfigured("SECRET_KEY must be set in the environment with DATABASE_URL")
    SECRET_KEY = _private_file("secret_key", lambda: secrets.token_urlsafe(64))

ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
CSRF_TRUSTED_ORIGINS = [o for o in os.environ.get("CSRF_TRUSTED_ORIGINS", "").split(",") if o]
# The address that table cards carry; `serve` sets it to where the site listens.
BASE_URL = os.environ.get("CLUBMANAGER_BASE_URL", "http://127.0.0.1:8000").rstrip("/")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "deals.apps.DealsConfig",
    "scoring.apps.ScoringConfig",
    "clubmanager.people.apps.PeopleConfig",
    "clubmanager.nights.apps.NightsConfig",
    "clubmanager.seasons.apps.SeasonsConfig",
    "clubmanager.publishing.apps.PublishingConfig",
    "clubmanager.apps.WiringConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "clubmanager.publishing.middleware.PublicPageCache",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubmanager.people.access.SignInMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "clubmanager.urls"
WSGI_APPLICATION = "clubmanager.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubmanager.navigation.site",
            ]
        },
    }
]

SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / "clubmanager.sqlite3",
    # IMMEDIATE: a transaction that reads first and writes later is otherwise thrown out as locked.
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA foreign_keys=ON; PRAGMA cache_size=-20000;",
    },
    # A file, since threads of a live server lock each other out of an in-memory database.
    "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
}
DATABASES = {
    "default": dj_database_url.parse(DATABASE_URL, conn_max_age=60) if DATABASE_URL else SQLITE
}
if EMBEDDED:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
LOGIN_URL = "people:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# A whole club sits behind one address: lock the account-and-address pair, not the address.
AXES_USERNAME_FORM_FIELD = "username"
AXES_LOCKOUT_TEMPLATE = "people/locked_out.html"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "clubmanager" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "clubmanager" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
# Printed files lie outside anything that a web server hands out by itself.
JOB_FILES_DIR = DATA_DIR / "jobs"
DATA_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024

# Celery: the broker of `serve`'s own Valkey, or REDIS_URL; with neither, tasks run inline.
CELERY_BROKER_URL = os.environ.get("CLUBMANAGER_BROKER_URL", REDIS_URL)
CELERY_TASK_ALWAYS_EAGER = not CELERY_BROKER_URL
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 600
# A killed worker's task comes back after this; it is above the longest task's limit.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 900, "unacked_restore_interval": 5}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubmanager.people.rest.PersonalTokenAuthentication",
        "clubmanager.nights.rest.TableAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # Who may do what is decided in each door, by the same rules as on the pages.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["clubmanager.people.rest.SmallJsonParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "clubmanager.people.rest.JsonAlways",
    "DEFAULT_FILTER_BACKENDS": ["clubmanager.people.rest.StrictFilters"],
    "DEFAULT_PAGINATION_CLASS": "clubmanager.people.rest.Pages",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "clubmanager.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": [
        "clubmanager.people.rest.TokenThrottle",
        "clubmanager.people.rest.AddressThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"token": "3000/min", "anonymous": "1200/min"},
    "NUM_PROXIES": 1 if os.environ.get("HTTPS", "") == "1" else 0,
    "EXCEPTION_HANDLER": "clubmanager.problems.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "aBRIDGEd club manager",
    "DESCRIPTION": "Clubs, people, nights and results, and the writes of an evening.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_NAME_OVERRIDES": {
        "NightState": "clubmanager.nights.models.NightState",
        "RoundState": "clubmanager.nights.models.RoundState",
        "CheckInState": "clubmanager.nights.models.CheckInState",
        "JobState": "clubmanager.nights.models.JobState",
        "Compass": ["N", "E", "S", "W"],
        "Side": ["NS", "EW"],
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "clubmanager.schema.add_problems",
    ],
}

EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "clubmanager@localhost")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
# HTTPS=1 says that a proxy in front speaks HTTPS and sets X-Forwarded-Proto.
if os.environ.get("HTTPS", "") == "1":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 31536000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # The embedded broker is a socket file; that it has no host name is as it should be.
    "loggers": {"kombu.connection": {"level": "ERROR"}},
}
