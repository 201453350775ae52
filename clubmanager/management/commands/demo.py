"""`manage.py demo`: the product with a demo club, in one command."""

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from clubmanager.demo import Demo, prepare_demo
from clubmanager.embedded import ServiceError
from clubmanager.management.commands.serve import add_server_arguments
from clubmanager.management.nights import print_json
from clubmanager.nights.models import NightState
from clubmanager.serving import addresses, prepare, require_free_port, serve


class Command(BaseCommand):
    help = (
        "Makes a demo club (24 members; one finished night, one running, one planned), says how "
        "to sign in, and serves the site until Ctrl+C. Run again, it goes on where it was. "
        'With --no-serve it only prepares and prints JSON: {"url", "login", "nights": [{"id", '
        '"title", "state", "public_url"}]}. The password is random and shown once.'
    )

    def add_arguments(self, parser):
        add_server_arguments(parser)
        parser.add_argument("--no-serve", action="store_true", help="prepare, print JSON and end")

    def handle(self, *args, **options):
        try:
            if not options["no_serve"]:
                require_free_port(options["host"], options["port"])
            prepare()
            demo = prepare_demo()
            if options["no_serve"]:
                return print_json(self, self._as_dict(demo, options))
            self._serve(demo, options)
        except ServiceError as error:
            raise CommandError(str(error), returncode=2) from error

    def _as_dict(self, demo: Demo, options) -> dict:
        base = addresses(options["host"], options["port"])[0].rstrip("/")
        return {
            "url": f"{base}/",
            "login": {"email": demo.email, "password": demo.password},
            "pdf_folder": str(demo.pdf_folder),
            "nights": [
                {
                    "id": night.pk,
                    "title": night.title,
                    "state": night.state,
                    "public_url": base + _public(night),
                }
                for night in demo.nights
            ],
        }

    def _serve(self, demo: Demo, options) -> None:
        def ready(found: list[str]) -> None:
            for line in _lines(demo, found[0].rstrip("/")):
                self.stdout.write(line)
            self.stdout.flush()

        status = serve(
            host=options["host"], port=options["port"], workers=options["workers"],
            notice=lambda sentence: self.stderr.write(sentence), ready=ready,
        )  # fmt: skip
        if status:
            raise SystemExit(status)


def _public(night) -> str:
    return reverse("publishing:night", kwargs={"slug": night.club.slug, "night_id": night.pk})


def _lines(demo: Demo, base: str):
    yield f"The site is at {base}/"
    yield f"  {demo.club.name}, for its director: {base}/clubs/{demo.club.slug}/desk/"
    for night in demo.nights:
        state = NightState(night.state).label
        yield f"  {night.title} ({state}), for everybody: {base}{_public(night)}"
    yield f"Sign in at {base}{reverse('people:login')} as {demo.email}"
    if demo.password:
        yield f"  password: {demo.password}  (shown only this once)"
    else:
        yield (
            "  with the password that the first start showed; "
            f"a new one: python3 manage.py changepassword {demo.email}"
        )
    yield f"The finished night's PDFs lie in {demo.pdf_folder}"
    yield "Ctrl+C stops it."
