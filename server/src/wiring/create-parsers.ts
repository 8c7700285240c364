import type { Logger } from 'pino'
import { createParserPool, type ParserLimits, type ParserPool } from '#platform/parsing/parser-pool.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { parsers } from './parsers.ts'

export type Parsers = ParserPool<typeof parsers>

/** Heap of one process: a workbook of the maximum size needs half of it. */
const megabytes = 256

/** In development the source file runs as it is; in the bundle the program of the process is next to that of the server. */
const entry = new URL(
  import.meta.url.endsWith('.ts') ? './parser-process-dev.mjs' : './parser-process.js',
  import.meta.url,
)

// biome-ignore format: a table
const limitsOf = ({ parsers: { processes, seconds } }: Settings): Record<keyof typeof parsers, ParserLimits> => ({
  attachment:   { atOnce: processes, waiting: 100, ofNetwork: 60,  cpuSeconds: seconds,     answerSeconds: 60 },
  // A photo of 12 megapixels takes 2.3 seconds and 230 MB, one of 48 takes 5.4 seconds and 650 MB.
  heif:         { atOnce: 1,         waiting: 20,  ofNetwork: 4,   cpuSeconds: 2 * seconds, answerSeconds: 50, megabytes: 768 },
  // A job reads mails, nobody waits; a mail of 25 MB takes up to four times its size.
  mail:         { atOnce: 1,         waiting: 100, ofNetwork: 100, cpuSeconds: seconds,     answerSeconds: 60 },
  mailFiles:    { atOnce: 1,         waiting: 20,  ofNetwork: 20,  cpuSeconds: seconds,     answerSeconds: 30 },
  spidAnswer:   { atOnce: 1,         waiting: 200, ofNetwork: 50,  cpuSeconds: seconds,     answerSeconds: 30 },
  spidLogout:   { atOnce: 1,         waiting: 100, ofNetwork: 20,  cpuSeconds: seconds,     answerSeconds: 30 },
  // Groups of lines: at most 250 KB, or one line of 4 MB. A run reads them, nobody waits.
  transferLines: { atOnce: 2,        waiting: 20,  ofNetwork: 20,  cpuSeconds: seconds,     answerSeconds: 600 },
  transferTexts: { atOnce: 1,        waiting: 20,  ofNetwork: 20,  cpuSeconds: seconds,     answerSeconds: 60 },
  workbook:     { atOnce: 1,         waiting: 4,   ofNetwork: 5,   cpuSeconds: seconds,     answerSeconds: 60 },
  captchaImage: { atOnce: 1,         waiting: 300, ofNetwork: 100, cpuSeconds: seconds,     answerSeconds: 30 },
  captchaAudio: { atOnce: 1,         waiting: 100, ofNetwork: 50,  cpuSeconds: seconds,     answerSeconds: 30 },
  pdf:          { atOnce: 1,         waiting: 50,  ofNetwork: 5,   cpuSeconds: 3 * seconds, answerSeconds: 50 },
  // A job writes it, nobody waits for an answer.
  word:         { atOnce: 1,         waiting: 20,  ofNetwork: 3,   cpuSeconds: 3 * seconds, answerSeconds: 600 },
})

export const createParsers = (settings: Settings, log: Logger): Parsers =>
  createParserPool<typeof parsers>({ entry, limits: limitsOf(settings), megabytes, log })
