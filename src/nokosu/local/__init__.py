"""A table on one device: the same decisions, bots and messages as a server's, for one person in a browser's worker.

Pure Python without threads or an event loop. The page's worker (web/src/local/worker.ts) calls `worker_api`,
stores what comes back, and only then shows it.
"""
