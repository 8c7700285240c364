import type { PlainDate, TransferKindName } from '@portal/contract'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import type { Correspondence } from './correspondences.ts'
import type { TransferFile } from './folder.ts'
import type { LinesToJudge } from './judge-lines.ts'
import type { JudgedText } from './judge-record.ts'
import { inGroups, type Line, type LinePosition, mapAhead, readLines } from './read-lines.ts'

/** Lines that are judged and written together: other calls wait for a transaction on the embedded engine. */
const groupLines = 250
const groupBytes = 250_000
/** Groups that are judged while the caller works on one. */
const groupsAhead = 2

/** Judges lines in a process of the parsers. */
export type JudgeLines = <K extends TransferKindName>(lines: LinesToJudge<K>) => Promise<JudgedText<K>[]>

/** A line as it was judged, with its place in its file. */
export type Judged<K extends TransferKindName = TransferKindName> = JudgedText<K> & Omit<Line, 'bytes'>

/** The lines of a file to judge. */
export interface LinesOfFile<K extends TransferKindName> {
  readonly file: TransferFile & { readonly kind: K }
  readonly from?: LinePosition | undefined
  readonly correspondences: readonly Correspondence[]
  readonly today: PlainDate
  /** Sees all bytes of the file. */
  readonly watch?: (chunk: Buffer) => void
}

const unreadable = <K extends TransferKindName>(): JudgedText<K> => ({
  key: '',
  // A record with errors is never written.
  record: { head: {} as JudgedText<K>['record']['head'], values: {} },
  references: [],
  choices: [],
  errors: [{ path: '', message: 'riga_non_leggibile' }],
})

/** Judges lines together; where they exceed the budget of the parser, the line that does cannot be read. */
async function judgeWithinBudget<K extends TransferKindName>(
  judge: JudgeLines,
  input: LinesToJudge<K>,
): Promise<JudgedText<K>[]> {
  try {
    return await judge(input)
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) throw error
    if (input.lines.length === 1) return [unreadable()]
    const judged: JudgedText<K>[] = []
    for (const line of input.lines) judged.push(...(await judgeWithinBudget(judge, { ...input, lines: [line] })))
    return judged
  }
}

/** The judged lines of a file, in groups. */
export async function* judgedGroups<K extends TransferKindName>(
  judge: JudgeLines,
  { file, from, correspondences, today, watch }: LinesOfFile<K>,
): AsyncGenerator<Judged<K>[]> {
  const groups = inGroups(readLines(file.path, from, watch), { items: groupLines, size: groupBytes }, lengthOf)
  yield* mapAhead(groups, groupsAhead, async (lines) => {
    const input = { kind: file.kind, lines: lines.map(({ bytes }) => bytes), correspondences, today }
    const texts = await judgeWithinBudget(judge, input)
    return texts.map((text, index) => ({ ...text, row: lines[index]?.row ?? 0, end: lines[index]?.end ?? 0 }))
  })
}

const lengthOf = ({ bytes }: Line) => bytes?.length ?? 0
