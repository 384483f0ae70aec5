"""Faces of people: the same for the same name, and nothing that anybody has sent."""

from xml.etree import ElementTree

from tablee.server.web.portraits import FACES, portrait, portrait_number


def test_every_face_is_a_drawing_and_names_are_told_apart():
    for number in range(0, FACES, 37):
        assert ElementTree.fromstring(portrait(number)).tag.endswith("svg")
    names = [f"Zoé {number}" for number in range(200)]
    assert len({portrait_number(name) for name in names}) > 190


def test_a_browser_keeps_a_face_and_there_is_none_beyond_the_last(house):
    status, headers, body = house.request("GET", f"/faces/{FACES - 1}.svg")
    assert (status, body) == (200, portrait(FACES - 1))
    assert headers["content-type"] == "image/svg+xml"
    assert "max-age" in headers["cache-control"]
    for wrong in (str(FACES), "-1", "x", "07", "9" * 5000):
        assert house.request("GET", f"/faces/{wrong}.svg")[0] == 404
