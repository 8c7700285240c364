import { inflateSync } from 'node:zlib'

const sizes = { head: 44, entry: 20, sfntHead: 12, sfntEntry: 16 } as const

interface Table {
  readonly tag: Buffer
  readonly checksum: number
  readonly data: Buffer
}

/**
 * Unpacks the bare font from a WOFF 1.0 file (W3C Recommendation, 13 December 2012, §3 and §4). The library would unpack the
 * same table again for each glyph, which takes seconds.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF file.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_unused, index) => readTable(woff, sizes.head + index * sizes.entry))
  const head = Buffer.alloc(sizes.sfntHead + count * sizes.sfntEntry)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const at = sizes.sfntHead + index * sizes.sfntEntry
    tag.copy(head, at)
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(data.length, at + 12)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}

function readTable(woff: Buffer, at: number): Table {
  const [offset, packed, plain, checksum] = [4, 8, 12, 16].map((place) => woff.readUInt32BE(at + place)) as [
    ...[number, number, number, number],
  ]
  const bytes = woff.subarray(offset, offset + packed)
  return { tag: woff.subarray(at, at + 4), checksum, data: packed < plain ? inflateSync(bytes) : bytes }
}
