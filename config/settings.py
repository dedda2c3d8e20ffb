"""Settings: SQLite and files in `var/` with nothing set; PostgreSQL, Redis and SMTP by environment."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.log_settings import logging_config
from config.rates import validate_rate
from config.senders import sender, validate_address
from config.static_headers import add_static_headers
from config.version import VERSION
from sql.sqlite_options import INIT_COMMAND

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
DEBUG = env.bool("DEBUG", default=False)
SERVED_EMBEDDED = env.bool("SERVED_EMBEDDED", default=False)


def _load_or_create_secret_key() -> str:
    """The secret key of this installation, created once in `var/`; scaled out it comes from the environment."""
    key_path = VAR_DIR / "secret-key"
    try:
        if not key_path.exists():
            VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            key_path.touch(mode=0o600)
            key_path.write_text(secrets.token_urlsafe(50))
        return key_path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"Nothing can be kept in {VAR_DIR} ({error.strerror}): set VAR_DIR to a folder that the site may "
            "write to."
        ) from None


SECRET_KEY = env.str("SECRET_KEY", default="") or _load_or_create_secret_key()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_FAILURE_VIEW = "league.views.error_pages.csrf_failure"
LEAGUE_REFUSAL_VIEW = "league.views.error_pages.league_refused"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "league",
    "drivers",
    "franchises",
]

MIDDLEWARE = [
    "config.middleware.feed_key.FeedKeyMiddleware",
    "config.middleware.head_without_body.HeadWithoutBodyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.permissions_policy.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.private_cache.PrivateCacheMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.middleware.method_not_allowed.MethodNotAllowedMiddleware",
    "config.middleware.quota_headers.QuotaHeadersMiddleware",
    "config.middleware.busy_database.BusyDatabaseMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.middleware.LeagueMiddleware",
]

LOG_FORMAT = env.str("LOG_FORMAT", default="plain")
LOGGING = logging_config(LOG_FORMAT)
if LOG_FORMAT == "json":
    INSTALLED_APPS.append("django_structlog")
    MIDDLEWARE.insert(0, "config.json_logging.RequestLogMiddleware")
    DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
    DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
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
            ],
        },
    },
]

_database = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR_DIR / 'league.sqlite3'}"
DATABASES = {"default": env.db_url_config(_database)}
if "ENGINE" not in DATABASES["default"]:
    raise ImproperlyConfigured("DATABASE_URL names no database: give it as postgres://user@host:5432/name.")
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": INIT_COMMAND,
    }
else:
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 8, "timeout": 10}}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # the pool checks a connection before it hands it out
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
PLAIN_ORM = env.bool("PLAIN_ORM", default=False)

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "config.shared_cache.SharedCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # A full cache drops counts of failed log-ins at random, so it must be expensive to fill.
            "OPTIONS": {"MAX_ENTRIES": 50_000},
        }
    }

WEB_SERVERS = env.int("WEB_PROCESSES", default=1)
PROXIES = env.int("PROXIES", default=0)
if PROXIES < 0:
    raise ImproperlyConfigured(f"PROXIES is {PROXIES}: give how many proxies stand before the site, 0 for none.")

CLOCK_SPEED = env.float("CLOCK_SPEED", default=1.0)
EXAMPLES = env.bool("EXAMPLES", default=True)
TICK_SECONDS = max(1.0, 60 / CLOCK_SPEED)
JOB_STALE_SECONDS = env.float("JOB_STALE_SECONDS", default=60.0)
JOB_RESEND_SECONDS = env.float("JOB_RESEND_SECONDS", default=10.0)
JOB_SWEEP_SECONDS = env.float("JOB_SWEEP_SECONDS", default=5.0)
JOB_VISIBILITY_SECONDS = env.int("JOB_VISIBILITY_SECONDS", default=3600)
JOB_SILENCE_SECONDS = env.float("JOB_SILENCE_SECONDS", default=30.0)
CELERY_APPLICATION = "config.celery.app"
CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": JOB_VISIBILITY_SECONDS,
        "socket_connect_timeout": 2,
        "socket_timeout": 10,
        "max_retries": 1,
        "interval_start": 0,
    }
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_IMPORTS = ("league.tasks",)
CELERY_TASK_DEFAULT_QUEUE = "dethmetal"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULER = "jobs.beat:MonotonicScheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "league.tasks.sweep", "schedule": JOB_SWEEP_SECONDS},
    "tick": {"task": "league.tasks.tick", "schedule": TICK_SECONDS},
}

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "league.access.LeagueBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_ADAPTER = "league.views.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "request_login_code": "league.views.accounts.LoginCodeForm",
    "reset_password": "league.views.accounts.PasswordResetForm",
    "signup": "league.views.accounts.ZonedSignupForm",
}
ACCOUNT_RATE_LIMITS = {
    # Limits by address alone; league/login_limits.py has those by account or mailbox.
    "request_login_code": "20/m/ip",
    "reset_password": "20/m/ip",
}
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 64
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Dethmetal: "
ACCOUNT_PREVENT_ENUMERATION = True
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

SITE_URL = env.str("SITE_URL", default="") or "http://localhost:8000"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = SITE_URL.startswith("http://")
MFA_TOTP_ISSUER = "Dethmetal"
MFA_TOTP_TOLERANCE = 1
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = str(VAR_DIR / "mail")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = sender(env.str("MAIL_FROM", default=""), site_url=SITE_URL)
if MAIL_REPLY_TO := env.str("MAIL_REPLY_TO", default=""):
    validate_address(MAIL_REPLY_TO, variable="MAIL_REPLY_TO")

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

WEBHOOKS_TO_LOCALHOST = env.bool("WEBHOOKS_TO_LOCALHOST", default=False)
API_CONFORMANCE = env.bool("API_CONFORMANCE", default=False)
BEACON_URLS = env.list("BEACON_URLS", default=["https://api.drand.sh", "https://drand.cloudflare.com"])
if wrong_address := next((url for url in BEACON_URLS if not url.startswith(("https://", "http://"))), None):
    raise ImproperlyConfigured(
        f"BEACON_URLS has {wrong_address[:80]!r}: give addresses that begin with https://, with commas between."
    )
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["api.json_codec.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["api.json_codec.JsonRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "api.throttling.TokenRateThrottle",
        "api.throttling.AddressTokensRateThrottle",
        "api.throttling.AnonymousRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "token": validate_rate(env.str("API_RATE_TOKEN", default="600/minute"), variable="API_RATE_TOKEN"),
        "address": validate_rate(env.str("API_RATE_ADDRESS", default="120/minute"), variable="API_RATE_ADDRESS"),
    },
    "EXCEPTION_HANDLER": "api.errors.exception_response",
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": PROXIES,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Dethmetal leagues",
    "DESCRIPTION": (
        "Read leagues, give commands, report matches. Amounts are whole credits; 1k is 1000 of them. Whole numbers "
        "are written without a fraction or an exponent: 3, and never 3.0."
    ),
    "VERSION": VERSION,
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": [
        "api.webhooks.openapi.add_webhooks",
        "api.limits.add_limits",
        "api.limits.add_quota_headers",
        "api.openapi.add_schemas",
        "api.documentation.operations.add_operation_docs",
        "api.documentation.parameter_examples.add_parameter_examples",
    ],
}

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = DEBUG or SERVED_EMBEDDED
STATIC_ROOT = None if WHITENOISE_USE_FINDERS else VAR_DIR / "static"
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ADD_HEADERS_FUNCTION = add_static_headers
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if WHITENOISE_USE_FINDERS
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if env.bool("BEHIND_TLS", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 31_536_000
