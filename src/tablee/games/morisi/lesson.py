"""What `lesson.md` asks about sticks."""

from tablee.games.routes.lesson import along, completes

__all__ = ["along", "completes"]
