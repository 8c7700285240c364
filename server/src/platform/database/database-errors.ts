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

/** Whether an error of PostgreSQL or the network means that the database is unreachable. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // Only a missing socket, not any missing file.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return awayCodes.has(code) || code.startsWith('08') || awayWords.test(error.message)
}
