/** Values that a record may nest, and have in all. */
const deepest = 20
const mostValues = 50_000

/** Whether a parsed value is no deeper and has no more values than a record can have: what reads it by recursion may rely on it. */
export function isModest(value: unknown): boolean {
  let level: unknown[] = [value]
  let count = 0
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length
    if (depth > deepest || count > mostValues) return false
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return true
}
