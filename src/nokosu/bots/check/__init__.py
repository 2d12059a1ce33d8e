"""Does a program keep the bot protocol? It is played through all that can happen to it, and what it does wrong is said.

`talk` is a conversation with the program, `watched` a seat that notes what goes wrong, `matches` and `manners` the
trials, `trials` their list.
"""
