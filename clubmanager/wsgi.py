"""What a web server loads: granian, gunicorn or any other that speaks WSGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubmanager.settings")
application = get_wsgi_application()
