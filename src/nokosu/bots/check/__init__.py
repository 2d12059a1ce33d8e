"""Check that a program follows the bot protocol: put it through everything a host may do, and report its mistakes.

`talk` is a conversation with the program, `watched` a seat that notes what goes wrong, `matches` and `manners` the
trials, `trials` their list.
"""
