import { createParserPool, type ParserLimits, type ParserPool } from '#platform/parsing/parser-pool.ts'
import type { Settings } from '#platform/settings.ts'
import type { parsers } from './parsers.ts'

export type Parsers = ParserPool<typeof parsers>

/** Heap of one thread: a workbook of the maximum size needs half of it. */
const megabytes = 256

/** In development the source file runs as it is; in the bundle the program of the thread is next to that of the server. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './parser-worker-dev.mjs' : './parser-worker.js',
  import.meta.url,
)

// biome-ignore format: a table
const limitsOf = ({ parsers: { threads, seconds } }: Settings): Record<keyof typeof parsers, ParserLimits> => ({
  attachment:   { atOnce: threads, waiting: 100, ofNetwork: 60, seconds },
  spidAnswer:   { atOnce: 1,       waiting: 200, ofNetwork: 50, seconds },
  spidLogout:   { atOnce: 1,       waiting: 100, ofNetwork: 20, seconds },
  workbook:     { atOnce: 1,       waiting: 4,   ofNetwork: 5,  seconds },
  captchaImage: { atOnce: 1,       waiting: 300, ofNetwork: 100, seconds },
  captchaAudio: { atOnce: 1,       waiting: 100, ofNetwork: 50, seconds },
  pdf:          { atOnce: 1,       waiting: 50,  ofNetwork: 5,  seconds: 3 * seconds },
  word:         { atOnce: 1,       waiting: 20,  ofNetwork: 3,  seconds: 3 * seconds },
})

export const createParsers = (settings: Settings): Parsers =>
  createParserPool<typeof parsers>({ entry, limits: limitsOf(settings), megabytes })
