"""What every game must satisfy. Run it over a game of your own:

    pytest --pyargs kritzel.conformance -k SLUG

The tests know nothing but the contract (`kritzel.game`), take every sheet and seat count, and have no
exception lists. They need pytest; nothing else in Kritzel imports them.
"""
