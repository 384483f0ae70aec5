"""What several games share: boards, dice, routes."""
