"""What the house says of itself over HTTP is what it does."""

import json
import re

from starlette.routing import Mount

from tablee.server.realtime.settings import WEB, Settings
from tablee.server.web.app import create_app
from tests.cases import each

API = json.loads((WEB / "openapi.json").read_text("utf8"))
# The host's page answers every method alike where there is no key, so that it is told from no other address.
OPERATIONS = [(method, path) for path, ways in API["paths"].items() for method in ways]


async def test_every_address_is_described_and_no_other(tmp_path):
    app = create_app(Settings(f"sqlite:///{tmp_path}/tables.db", bots_at_once=False))
    served = {
        (method.lower(), route.path)
        for route in app.site.routes
        if not isinstance(route, Mount)
        for method in route.methods
        & ({"GET", "POST"} if route.path.startswith("/host") else {"GET", "POST", "PUT", "PATCH", "DELETE"})
    }
    await app.hub.store.close()
    assert len(served) > 50
    assert served == set(OPERATIONS)


def test_it_says_which_openapi_it_is():
    assert API["openapi"].startswith("3.1.")
    assert API["info"].keys() >= {"title", "version", "description"}
    assert set(API) == {"openapi", "info", "paths", "components"}


@each(("method", "path"), OPERATIONS)
def test_every_operation_is_whole(method, path):
    one = API["paths"][path][method]
    assert one["summary"]
    assert one["responses"]
    assert all(re.fullmatch(r"\d\d\d|4XX", status) for status in one["responses"])
    named = {field["name"] for field in one.get("parameters", ()) if field["in"] == "path" and field["required"]}
    assert named == set(re.findall(r"\{(\w+)\}", path))
    assert {way for ways in one["security"] for way in ways} <= set(API["components"]["securitySchemes"])
    if method == "get":
        assert "requestBody" not in one


def test_every_reference_leads_somewhere():
    found = re.findall(r'"\$ref": "#/([\w/]+)"', json.dumps(API))
    assert len(found) > 5
    for reference in found:
        place = API
        for step in reference.split("/"):
            place = place[step]
        assert place


def test_required_fields_are_described():
    schemas = list(API["components"]["schemas"].values())
    schemas += [
        content["schema"]
        for path in API["paths"].values()
        for one in path.values()
        for content in one.get("requestBody", {}).get("content", {}).values()
    ]
    for schema in schemas:
        assert set(schema.get("required", ())) <= set(schema.get("properties", ()))
