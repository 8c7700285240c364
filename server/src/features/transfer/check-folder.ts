import { createHash } from 'node:crypto'
import type { FieldError, TransferKindName } from '@portal/contract'
import { todayOf } from '#platform/clock.ts'
import { type Correspondence, correspondencePlace, mergeCorrespondences } from './correspondences.ts'
import { openFolder, type TransferFile } from './folder.ts'
import { type JudgedGroup, judgeGroup } from './judge-group.ts'
import { type Judged, judgedGroups } from './judged-groups.ts'
import { kindIos } from './kinds/all-kinds.ts'
import type { KindIo, RecordLimit, TransferNeeds } from './transfer-kind-io.ts'

/** An error of a row, as the workbook lists it: never with the value. */
export interface RowError extends FieldError {
  readonly file: string
  readonly row: number
  readonly key: string
}

/** What the check of a folder found. */
export interface CheckResult {
  readonly rows: number
  readonly errorCount: number
  /** The first errors, at most `maxErrors`. */
  readonly errors: readonly RowError[]
  /** Values without an id of ours, for the office to fill in, beside those that were there. */
  readonly correspondences: readonly Correspondence[]
  readonly hasOpenCorrespondences: boolean
}

/** Maximum number of errors in the workbook; the rest is only counted. */
const maxErrors = 10_000

type Report = (done: number, total: number) => void | Promise<void>

/** What a check remembers from row to row: the keys of the folder, what only one row may have, errors and values without an id. */
function createFindings() {
  const keys = new Map<TransferKindName, Set<string>>()
  const unique = new Set<string>()
  const counts = new Map<string, number>()
  const errors: RowError[] = []
  const open = new Map<string, { list: string; value: string; rows: number }>()
  let errorCount = 0

  return {
    errors,
    open,
    errorCount: () => errorCount,

    add(file: string, row: number, key: string, { path, message, params }: FieldError): void {
      errorCount += 1
      if (errors.length < maxErrors) errors.push({ file, row, key, path, message, params })
    },

    /** Notes a key of the folder; false where it is there already. */
    addKey(kind: TransferKindName, key: string): boolean {
      const known = keys.get(kind) ?? new Set()
      keys.set(kind, known)
      if (known.has(key)) return false
      known.add(key)
      return true
    },

    hasKey: (kind: TransferKindName, key: string) => keys.get(kind)?.has(key) ?? false,

    /** Notes what only one row may have; false where another one has it. */
    addUnique(place: string): boolean {
      if (unique.has(place)) return false
      unique.add(place)
      return true
    },

    /** Counts a record of another one; returns how many it has. */
    count(place: string): number {
      const counted = (counts.get(place) ?? 0) + 1
      counts.set(place, counted)
      return counted
    },

    countOpen({ choices, errors: own }: Judged): void {
      const paths = new Set(own.flatMap(({ path, message }) => (message === 'senza_corrispondenza' ? [path] : [])))
      for (const { path, list, value } of choices) {
        if (!paths.has(path)) continue
        const place = correspondencePlace(list, value)
        open.set(place, { list, value, rows: (open.get(place)?.rows ?? 0) + 1 })
      }
    },
  }
}
type Findings = ReturnType<typeof createFindings>

/** The errors of a row that the rest of the folder decides. */
function errorsAmong<K extends TransferKindName>(
  findings: Findings,
  { kind, io }: { readonly kind: K; readonly io: KindIo<K> },
  { key, record, references, errors }: Judged<K>,
  isThere: (kind: TransferKindName, key: string) => boolean,
): FieldError[] {
  const isRepeated = key !== '' && !findings.addKey(kind, key)
  const repeated: FieldError[] = isRepeated ? [{ path: 'chiave', message: 'chiave_ripetuta' }] : []
  if (errors.length > 0) return repeated
  const taken = (io.uniqueOf?.(record) ?? [])
    .filter(({ path, value }) => !findings.addUnique(`${kind} ${path} ${value}`))
    .map(({ path, message }) => ({ path, message }))
  const unknown = references
    .filter((reference) => !reference.keys.every((each) => isThere(reference.kind, each)))
    .map(({ path }): FieldError => ({ path, message: 'chiave_sconosciuta' }))
  return [...repeated, ...taken, ...unknown]
}

/** The errors of new records of which another record would have too many. */
async function errorsOfLimit<K extends TransferKindName>(
  { db }: TransferNeeds,
  findings: Findings,
  { kind, limit }: { readonly kind: K; readonly limit: RecordLimit<K> | undefined },
  { judged, known, idOf }: JudgedGroup<K>,
): Promise<ReadonlyMap<Judged<K>, FieldError>> {
  const counted = judged.flatMap((each) => {
    const key = limit && each.errors.length === 0 && !known.has(each.key) ? limit.keyOf(each.record) : undefined
    return key === undefined ? [] : [{ each, key, id: limit && idOf(limit.of, key) }]
  })
  if (!limit || counted.length === 0) return new Map()
  const stored = await limit.count(db, [...new Set(counted.flatMap(({ id }) => id ?? []))])
  const tooMany = counted.filter(
    ({ key, id = 0 }) => findings.count(`${kind} ${key}`) + (stored.get(id) ?? 0) > limit.most,
  )
  return new Map(tooMany.map(({ each }) => [each, limit.error]))
}

async function checkFile<K extends TransferKindName>(
  needs: TransferNeeds,
  {
    file,
    folder,
    correspondences,
    findings,
    report,
  }: Checking & { readonly file: TransferFile & { readonly kind: K } },
): Promise<number> {
  const io = kindIos[file.kind]
  const hash = createHash('sha256')
  const today = todayOf(needs.clock)
  let rows = 0
  const lines = { file, correspondences, today, watch: (chunk: Buffer) => void hash.update(chunk) }
  for await (const some of judgedGroups(needs.judgeLines, lines)) {
    const group = await judgeGroup(needs, needs.db, { kind: file.kind, io, judged: some, folder })
    const overLimit = await errorsOfLimit(needs, findings, { kind: file.kind, limit: io.limit }, group)
    for (const judged of group.judged) {
      const isThere = (kind: TransferKindName, key: string) =>
        findings.hasKey(kind, key) || group.idOf(kind, key) !== undefined
      findings.countOpen(judged)
      const among = errorsAmong(findings, { kind: file.kind, io }, judged, isThere)
      const errors = [...judged.errors, ...among, ...[overLimit.get(judged) ?? []].flat()]
      for (const error of errors) findings.add(file.name, judged.row, judged.key, error)
    }
    rows += some.length
    await report(rows)
  }
  if (rows !== file.rows || hash.digest('hex') !== file.sha256)
    findings.add(file.name, 0, '', { path: '', message: 'file_diverso' })
  return rows
}

interface Checking {
  readonly folder: string
  readonly correspondences: readonly Correspondence[]
  readonly findings: Findings
  readonly report: (rows: number) => void | Promise<void>
}

/** Judges every row of a folder and writes nothing. Throws a `FolderError` for a folder without a readable manifest. */
export async function checkFolder(needs: TransferNeeds, path: string, report: Report = () => {}): Promise<CheckResult> {
  const folder = await openFolder(needs, path)
  const { correspondences: before } = folder
  const findings = createFindings()
  const total = folder.files.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const file of folder.files) {
    const earlier = done
    done += await checkFile(needs, {
      file,
      folder: path,
      correspondences: before,
      findings,
      report: (rows) => report(earlier + rows, total),
    })
  }
  return {
    rows: done,
    errorCount: findings.errorCount(),
    errors: findings.errors,
    correspondences: mergeCorrespondences(before, findings.open),
    hasOpenCorrespondences: findings.open.size > 0,
  }
}
