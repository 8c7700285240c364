// Fields of the zip format, by offset (APPNOTE.TXT 4.3).
const endSignature = 0x06054b50
const endBytes = 22
const longestComment = 0xffff
const entrySignature = 0x02014b50
const entryBytes = 46
const inZip64 = 0xffffffff

/** Where the end record begins; undefined in what is no zip file. */
function findEnd(bytes: Buffer): number | undefined {
  const lowest = Math.max(0, bytes.length - endBytes - longestComment)
  for (let at = bytes.length - endBytes; at >= lowest; at--) if (bytes.readUInt32LE(at) === endSignature) return at
  return undefined
}

/**
 * Bytes that a zip file says that it unpacks to; undefined where it does not say so, or is none. What reads it must hold each
 * entry to its word.
 */
export function declaredSize(bytes: Buffer): number | undefined {
  const end = findEnd(bytes)
  if (end === undefined) return undefined
  let sum = 0
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return undefined
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const isUnsaid = packed === inZip64 || unpacked === inZip64 || (packed === 0) !== (unpacked === 0)
    const emptyDeflated = packed === 2 && unpacked === 0
    if (isUnsaid && !emptyDeflated) return undefined
    sum += unpacked
    at += entryBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return sum
}
