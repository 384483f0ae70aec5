"""How bots play route games: routes worth having, where to walk, games played on in thought, when to end one."""
