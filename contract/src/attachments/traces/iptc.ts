import { hasContent, space, type Trace, type TraceKind } from './trace.ts'

// IPTC IIM 4.2: datasets of record 2.
const kindOfDataset = new Map<number, TraceKind>([
  ...[26, 27, 90, 92, 95, 100, 101].map((number) => [number, 'place'] as const),
  ...[80, 85, 110, 116, 118, 122].map((number) => [number, 'author'] as const),
])
const headerBytes = 5

/** The traces in IPTC data: datasets with a mark, a record, a number, a length, and a text. */
export function iptcTraces(bytes: Uint8Array, from: number, to: number): Trace[] {
  const limit = Math.min(bytes.length, to)
  const traces: Trace[] = []
  let dataset = from
  while (dataset + headerBytes <= limit && bytes[dataset] === 0x1c) {
    const [, record, number = 0, high = 0, low = 0] = bytes.subarray(dataset, dataset + headerBytes)
    const start = dataset + headerBytes
    const end = start + high * 256 + low
    const kind = record === 2 ? kindOfDataset.get(number) : undefined
    if (kind && end <= limit && hasContent(bytes, start, end)) traces.push({ kind, start, end, fill: space })
    dataset = end
  }
  return traces
}
