"""What the arena refuses or could not finish, as a sentence for people."""

from __future__ import annotations

from kritzel.game import Text


class ArenaError(ValueError):
    """Something the arena cannot do, and why. What was finished before stays."""

    def __init__(self, sentence: Text) -> None:
        self.sentence = sentence
        super().__init__(sentence.en)

    def __reduce__(self) -> tuple[type[ArenaError], tuple[Text]]:
        """Errors come back from other processes with both languages."""
        return ArenaError, (self.sentence,)


def refuse(de: str, en: str) -> ArenaError:
    """An error with this sentence."""
    return ArenaError(Text(de, en))
