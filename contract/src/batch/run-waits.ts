/** What a run in progress waits for; `process` is a server that works on it. */
export const runWaits = { file_store: 'archivio_file', process: 'elaboratore' } as const
export type RunWait = keyof typeof runWaits
