"""How the API's schema is made."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

PROBLEM_JSON = "application/problem+json"


class Schema(AutoSchema):
    """Ids in addresses are whole numbers."""

    def _resolve_path_parameters(self, variables):
        whole = {"type": "integer", "minimum": 1, "maximum": 10**18 - 1}
        return [
            {"in": "path", "name": name, "schema": whole, "required": True} for name in variables
        ]


class PersonalTokenScheme(OpenApiAuthenticationExtension):
    target_class = "clubmanager.people.rest.PersonalTokenAuthentication"
    name = "personalToken"

    def get_security_definition(self, auto_schema):
        text = "A token of your own, made at /account/tokens/."
        return {"type": "http", "scheme": "bearer", "description": text}


class TableTokenScheme(OpenApiAuthenticationExtension):
    target_class = "clubmanager.nights.rest.TableAuthentication"
    name = "tableToken"

    def get_security_definition(self, auto_schema):
        text = "Table, a blank, and the token of a device's claim."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": text}


PROBLEM = {
    "type": "object",
    "description": "RFC 9457 problem details; `field`, `value`, `allowed` where there is one.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "field": {"type": "string"},
        "value": {"nullable": True},
        "allowed": {"type": "string"},
        "errors": {"type": "array", "items": {}},
        "current": {"type": "object", "additionalProperties": True},
        "submitted": {"type": "object", "additionalProperties": True},
    },
}


def add_problems(result, generator, request, public):
    """Every operation may answer with a problem instead (a hook of the schema's making)."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    content = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = {"description": "A problem", "content": content}
    return result
