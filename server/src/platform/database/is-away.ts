const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])
const awayWords =
  /connection terminated|connection timeout|timeout exceeded when trying to connect|after calling end on the pool/i

/** Whether an error is PostgreSQL's or the network's way of saying that the database is away. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // A socket that is gone, not any file that is missing.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return awayCodes.has(code) || code.startsWith('08') || awayWords.test(error.message)
}
