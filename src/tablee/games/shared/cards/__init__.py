"""Playing cards: their texts, hidden hands, and their picture. A scene names it in `SHARED = ("cards",)`.

A card is a text of two letters, its rank and its suit: `Kh` is the king of hearts, `Tc` the ten of clubs. The rules
number the cards of a `deck` and keep one number for each: its place (`("place", np.int8, 32)`): the stock, somebody's
hand, the table.

| module | what it has |
| --- | --- |
| `deck.py` | texts and names of cards; the fields of a document for hands and piles; hidden cards |
| `card_places.py` | compiled: what is where, how a card answers another, and guesses at hidden cards for `sample` |
| `card_symbols.py` | the faces and the back as symbols: `SYMBOLS = card_symbols(DECK)` |
| `card_nodes.py` | cards in a picture: a row in hand, hidden ones, a stack |
"""
