"""The REST API: its addresses, its schema and the page that shows both."""

from django.http import Http404
from django.shortcuts import render
from django.urls import include, path, re_path
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.routers import DefaultRouter
from rest_framework.views import APIView

from clubmanager.nights import api as nights
from clubmanager.people import api as people
from clubmanager.problems import KINDS
from clubmanager.publishing import api as publishing
from clubmanager.seasons import api as seasons

VERBS = ("get", "post", "put", "delete")


@extend_schema(exclude=True)
class NothingHere(APIView):
    """Every other address below /api/: a problem, not a page."""

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        raise Http404


@require_safe
def docs(request):
    """Every operation, its parameters and shapes, on one page without scripts."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    context = {"info": schema["info"], "groups": _groups(schema), "shapes": _shapes(schema)}
    context["problems"] = [(kind, *what) for kind, what in KINDS.items()]
    return render(request, "api/docs.html", context)


def _groups(schema: dict) -> dict[str, list[dict]]:
    found: dict[str, list[dict]] = {}
    for address, operations in schema["paths"].items():
        for verb in VERBS:
            if operation := operations.get(verb):
                row = {"verb": verb.upper(), "address": address, **operation}
                row["body"] = _name(operation.get("requestBody", {}))
                row["answers"] = [
                    (code, _name(answer)) for code, answer in operation["responses"].items()
                    if code != "default"
                ]  # fmt: skip
                found.setdefault(operation["tags"][0], []).append(row)
    return found


def _name(part: dict) -> str:
    """The name of the shape that a body or an answer has."""
    for content in part.get("content", {}).values():
        shape = content["schema"]
        return (shape.get("$ref") or shape.get("items", {}).get("$ref", "")).rpartition("/")[2]
    return ""


def _shapes(schema: dict) -> dict[str, list[tuple[str, str, str]]]:
    shapes = schema["components"]["schemas"]
    return {
        name: [
            (field, _kind(what), what.get("description", ""))
            for field, what in shape["properties"].items()
        ]
        for name, shape in shapes.items()
        if "properties" in shape
    }


def _kind(what: dict) -> str:
    """A property's type in a word or two."""
    refs = [what, *what.get("allOf", []), *what.get("oneOf", []), what.get("items", {})]
    names = [part["$ref"].rpartition("/")[2] for part in refs if "$ref" in part]
    kind = " or ".join(names) or what.get("format") or what.get("type", "any")
    many = "list of " if what.get("type") == "array" else ""
    return f"{many}{kind}{' or null' if what.get('nullable') else ''}"


router = DefaultRouter(use_regex_path=True)
router.include_format_suffixes = False
for prefix, door, name in [*people.ROUTES, *nights.ROUTES, *seasons.ROUTES, *publishing.ROUTES]:
    router.register(prefix, door, name)

V1 = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="schema"),
    path("docs/", docs, name="docs"),
    path("", include(router.urls)),
]
urlpatterns = [
    path("v1/", include((V1, "api"))),
    re_path("", NothingHere.as_view()),
]
