/** What vite.config.ts knows of the worker's Python: its folder in the client, and the sizes of the files there. */
declare const __PYTHON__: { folder: string; files: Record<string, number> };
