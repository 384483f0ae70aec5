"""What `lesson.md` asks about sticks."""

from tablee.games.shared.routes.stick_lessons import along, completes

__all__ = ["along", "completes"]
