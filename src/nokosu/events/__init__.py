"""Events for many people: who meets whom, and who sits where. Pure."""
