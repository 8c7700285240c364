import { createScan, mark } from './scan.ts'
import { type Trace, textOf } from './trace.ts'

/** The format of summary information in an old Office file ([MS-OLEPS], §3.1.1). */
const summaryFormat = "\xe0\x85\x9f\xf2\xf9Oh\x10\xab\x91\x08\0+'\xb3\xd9"
/** Bytes of the header before the format. */
const headerBytes = 28
const mostProperties = 64
/** Author, and who saved it last. */
const authorProperties = [4, 8]

export const summaryTraces = createScan<Trace>([mark(summaryFormat, authorTraces)])

/** The authors in a summary: its header, then a section with the offset of each property. */
function authorTraces(bytes: Uint8Array, format: number): Trace[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const read = (at: number) => (at >= 0 && at + 4 <= bytes.length ? view.getUint32(at, true) : 0)
  const section = format - headerBytes + read(format + summaryFormat.length)
  const entries = Array.from(
    { length: Math.min(read(section + 4), mostProperties) },
    (_, index) => section + 8 + index * 8,
  )
  return entries.flatMap((entry): Trace[] => {
    const value = section + read(entry + 4)
    const start = value + 8
    const end = start + read(value + 4)
    if (!authorProperties.includes(read(entry)) || end > bytes.length) return []
    const name = textOf(bytes.subarray(start, end)).replaceAll('\0', '').trim()
    return name ? [{ kind: 'author', start, end, fill: 0 }] : []
  })
}
