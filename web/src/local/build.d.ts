/** What vite.config.ts knows of the worker's Python: its folder in the client, the sizes of the files there, and about how
 * many bytes come over the network. */
declare const __PYTHON__: { folder: string; files: Record<string, number>; transfer: number };
/** The same of the network's weights: one file, or none where the kernel was not built. */
declare const __NETWORK__: { folder: string; files: Record<string, number>; transfer: number };
