import type { PlainDate, TransferKindName } from '@portal/contract'
import { type Correspondence, finderOf } from './correspondences.ts'
import { type JudgedText, judgeLine } from './judge-record.ts'

/** Lines of one kind, as the process of a parser gets them. */
export interface LinesToJudge<K extends TransferKindName = TransferKindName> {
  readonly kind: K
  /** Undefined for a line that is longer than allowed. */
  readonly lines: readonly (Uint8Array | undefined)[]
  readonly correspondences: readonly Correspondence[]
  readonly today: PlainDate
}

/** Reads lines as records, for the process of a parser; what the database knows is not asked yet. */
export function judgeLines<K extends TransferKindName>({
  kind,
  lines,
  correspondences,
  today,
}: LinesToJudge<K>): JudgedText<K>[] {
  const findOurs = finderOf(correspondences)
  return lines.map((bytes) => judgeLine(kind, bytes, { findOurs, today }))
}
