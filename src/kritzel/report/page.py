"""The page: figures, charts and sentences as one HTML file that needs nothing else. Knows no statistics."""

from __future__ import annotations

import shlex
from html import escape
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from kritzel.drawing.theme import FONT, tokens
from kritzel.report import chapters, heat
from kritzel.report import sentences as s
from kritzel.report.plan import ReportPlan
from kritzel.report.speech import Speech

NOTE = "#FFE27A"
"""The colour of a marker."""


def page(plan: ReportPlan, figures: dict[str, Any], command: str, lang: str) -> str:
    speech = Speech(lang, plan.game, plan.sheet)
    title = f"{plan.game.title.say(lang)} · {plan.sheet.title.say(lang)}"
    contents = [
        *chapters.all_chapters(plan, figures, speech),
        ("made", _made(plan, figures, speech, command)),
    ]
    sections = [_section(nth, name, words, speech) for nth, (name, words) in enumerate(contents, 1)]
    parts = [_head(plan, speech, title, figures), *sections]
    looks = style(plan.game.facts.pad)
    head = f"<title>{escape(f'{s.REPORT.say(lang)}: {title}')}</title><style>{looks}</style>"
    meta = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
    scheme = '<meta name="color-scheme" content="light dark">'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{meta}{scheme}{head}</head>\n'
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def style(pad: str) -> str:
    rules = files("kritzel.report").joinpath("page.css").read_text("utf-8")
    light, dark = (_variables(theme) for theme in ("light", "dark"))
    own = f"--pad:{pad};--note:{NOTE};--font:{FONT};"
    screen = f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f":root{{{own}{light}}}\n{screen}\n{heat.style()}\n{rules}"


def _variables(theme: str) -> str:
    values = {**tokens(theme), **heat.tints(theme)}
    return "".join(f"--{name}:{value};" for name, value in values.items())


def _head(plan: ReportPlan, speech: Speech, title: str, figures: dict[str, Any]) -> str:
    best = plan.names[-1]
    who = s.WHO if best == plan.strong else s.WHO_FULL
    who_plays = speech.say(who, title=speech.bot(plan.strong), name=plan.strong, best=speech.bot(best))
    instead = f"<p>{escape(plan.instead.say(speech.lang))}</p>" if plan.instead else ""
    tiles = "".join(
        f'<li><a href="#{name}"><span>{escape(head)}</span><b>{escape(word)}</b>'
        f"<span>{escape(note)}</span></a></li>"
        for name, head, word, note in chapters.tiles(plan, figures, speech)
    )
    return (
        f'<header class="paper"><div class="quiet">{escape(s.REPORT.say(speech.lang))}</div>'
        f"<h1>{escape(title)}</h1><p>{escape(plan.sheet.blurb.say(speech.lang))}</p>"
        f'<p class="quiet">{escape(who_plays)}</p>{instead}<h2>{escape(s.SHORT.say(speech.lang))}</h2>'
        f'<ul class="tiles">{tiles}</ul></header>'
    )


def _section(nth: int, name: str, words: str, speech: Speech) -> str:
    title = chapters.TITLES[name].say(speech.lang)
    return f'<section class="paper" id="{name}"><h2><i>{nth}</i>{escape(title)}</h2>{words}</section>'


def _made(plan: ReportPlan, figures: dict[str, Any], speech: Speech, command: str) -> str:
    about, lang = figures["about"], speech.lang
    sheet = speech.say(
        s.SHEET_IS,
        name=f"{about['game']}/{about['sheet']}",
        version=about["sheet_version"],
        hash=about["sheet_hash"],
    )
    rules = speech.say(s.RULES_ARE, game=plan.game.title.say(lang), version=about["rules_version"])
    net = speech.say(s.WITH_NET, name=about["strong"], net=about["net"]) if about["net"] else about["strong"]
    games = speech.say(
        s.GAMES_ARE, games=speech.number(about["games"], 0), each=speech.number(about["games_each"], 0)
    )
    if plan.timed:
        games += "; " + s.TIMED.say(lang)
    if about["broken_off"]:
        games += "; " + speech.say(s.BROKEN, n=speech.number(about["broken_off"], 0))
    rows = {
        s.VERSION: version("kritzel"),
        s.SHEET: sheet,
        s.RULES: rules,
        s.PLAYERS: ", ".join(about["bots"]),
        s.STRONG: net,
        s.GAMES: games,
        s.SEED: str(about["seed"]),
    }
    body = "".join(f"<tr><th>{escape(k.say(lang))}</th><td>{escape(v)}</td></tr>" for k, v in rows.items())
    body += f"<tr><th>{escape(s.COMMAND.say(lang))}</th><td><code>{escape(command)}</code></td></tr>"
    return (
        f"<p>{escape(s.MADE_MEANS.say(lang))} {escape(s.INTERVALS.say(lang))}</p>"
        f'<div class="scroll"><table><tbody>{body}</tbody></table></div>'
    )


def command_line(name: str | None, file: str | None, plan: ReportPlan, lang: str) -> str:
    """The command that makes this report again."""
    words = ["kritzel", "report"]
    words += ["--sheet", file] if file else [name or f"{plan.game.slug}/{plan.sheet.id}"]
    words += ["--full"] if plan.full else []
    words += ["--games", str(plan.games), "--seed", str(plan.seed), "--lang", lang]
    return shlex.join(words)
