// Fields of the zip format, by offset (APPNOTE.TXT 4.3).
const endSignature = 0x06054b50
const endBytes = 22
const longestComment = 0xffff
const entrySignature = 0x02014b50
const entryBytes = 46
const zip64Marker = 0xffffffff

/** Offset of the end record; undefined in bytes that are not a zip file. */
function findEnd(bytes: Buffer): number | undefined {
  const lowest = Math.max(0, bytes.length - endBytes - longestComment)
  for (let at = bytes.length - endBytes; at >= lowest; at--) if (bytes.readUInt32LE(at) === endSignature) return at
  return undefined
}

/**
 * Total unpacked size that a zip file declares; undefined where it declares none or is not a zip file. The reader must check
 * each entry against its declared size.
 */
export function declaredSize(bytes: Buffer): number | undefined {
  const end = findEnd(bytes)
  if (end === undefined) return undefined
  let sum = 0
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return undefined
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const isUndeclared = packed === zip64Marker || unpacked === zip64Marker || (packed === 0) !== (unpacked === 0)
    const emptyDeflated = packed === 2 && unpacked === 0
    if (isUndeclared && !emptyDeflated) return undefined
    sum += unpacked
    at += entryBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return sum
}
