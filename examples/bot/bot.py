"""A bot that joins an open table, or opens one, and plays at random: python bot.py ADDRESS TOKEN [GAME]."""

import json
import random
import secrets
import sys
import urllib.parse
import urllib.request

from websockets.sync.client import connect

server, token, game = [*sys.argv[1:], "isis"][:3]
headers = {"Authorization": f"Bearer {token}"}


def ask(path: str, **form: object) -> dict:
    """Ask the server over HTTP: docs/openapi.yaml."""
    body = urllib.parse.urlencode(form).encode() if form else None
    with urllib.request.urlopen(urllib.request.Request(server + path, body, headers)) as answer:
        return json.load(answer)


waiting = [one["table"] for one in ask("/lobby.json")["open"] if one["game"] == game]
options = {"game": game, "mode": "friends", "players": 2, "open": "yes", "pace": "normal"}
found = ask(f"/lobby/tables/{waiting[0]}", sit="yes") if waiting else ask("/tables", **options)
with connect("ws" + server.removeprefix("http") + found["live"] + "?as=events", additional_headers=headers) as live:
    for message in map(json.loads, live):  # docs/bots/live.md describes the messages
        if message["say"] == "table" and message["status"] == "waiting" and not message["you"]["nonce"]:
            live.send(json.dumps({"do": "sit", "nonce": secrets.token_hex(16)}))
        elif message["say"] == "table" and message["status"] == "waiting":
            if len(message["sitters"]) == message["players"]:
                live.send(json.dumps({"do": "start"}))
        elif message["say"] == "events" and message["actions"]:
            live.send(json.dumps({"do": "act", "step": message["step"], "action": random.choice(message["actions"])}))
        elif message["say"] == "events" and message["result"]:
            print(json.dumps(message["result"]))
            break
