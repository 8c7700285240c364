import type { TransferKindName } from '@portal/contract'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import { todayOf } from '#platform/clock.ts'
import { nextIds } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertKeys } from '#platform/record/source-keys.store.ts'
import type { ActiveRun } from '#platform/runs/run-definition.ts'
import { openFolder, type TransferFile } from './folder.ts'
import { importFiles } from './import-files.ts'
import { type ImportOutcome, type ImportPosition, RowRefusedError, resolveLinks } from './import-rows.ts'
import { type JudgedGroup, judgeGroup } from './judge-group.ts'
import { type Judged, judgedGroups, type LinesOfFile } from './judged-groups.ts'
import { kindIos } from './kinds/all-kinds.ts'
import { ownerOfRecord, type RecordOwner } from './record-owner.ts'
import { type Importer, type KindIo, type LinkedRecord, linkOf, type TransferNeeds } from './transfer-kind-io.ts'

interface Writing<K extends TransferKindName> {
  readonly kind: K
  readonly io: KindIo<K>
  readonly file: TransferFile
  readonly by: Importer
  readonly audit: AuditRecorder
}

/** Names the records that were written, or those that they belong to. */
function recordOwners(audit: AuditRecorder, owners: readonly RecordOwner[]): void {
  for (const kind of new Set(owners.map((owner) => owner.kind)))
    audit.record(kind, [...new Set(owners.filter((owner) => owner.kind === kind).map(({ id }) => id))])
}

/** Writes the records of a group that the office does not have; returns how many there were. */
async function writeGroup<K extends TransferKindName>(
  needs: TransferNeeds,
  tx: Db,
  { kind, io, file, by, audit }: Writing<K>,
  group: JudgedGroup<K>,
): Promise<number> {
  const fresh: Judged<K>[] = []
  const existing: { key: string; id: number }[] = []
  for (const judged of group.judged) {
    const [error] = judged.errors
    if (error) throw new RowRefusedError(file.name, judged.row, error.path, error.message)
    if (group.known.has(judged.key)) continue
    const id = await io.findExisting?.(needs, tx, judged.record)
    if (id === undefined) fresh.push(judged)
    else existing.push({ key: judged.key, id })
  }
  const ids = fresh.length > 0 && !io.partOf ? await nextIds(tx, io.table, fresh.length) : []
  const own = new Map(fresh.map(({ key }, index) => [key, ids[index] ?? 0]))
  const idOf: JudgedGroup<K>['idOf'] = (of, key) => (of === kind ? own.get(key) : undefined) ?? group.idOf(of, key)
  const records = fresh.map((judged, index): LinkedRecord<K> => {
    const unknown = (path: string): never => {
      throw new RowRefusedError(file.name, judged.row, path, 'chiave_sconosciuta')
    }
    const links = resolveLinks(judged, idOf, unknown)
    return { ...judged.record, id: io.partOf ? linkOf(links, io.partOf) : (ids[index] ?? 0), links }
  })
  if (records.length > 0) await io.write(needs, tx, records, by)
  const keyed = [
    ...records.map(({ id, links }, index) => ({ key: fresh[index]?.key ?? '', id, links })),
    ...existing.map((record) => ({ ...record, links: {} })),
  ].map(({ key, id, links }) => ({ key, id, owner: ownerOfRecord(kind, id, links) }))
  await insertKeys(tx, needs.vault, kind, keyed)
  recordOwners(
    audit,
    keyed.slice(0, records.length).map(({ owner }) => owner),
  )
  return records.length
}

/** Imports a folder from the position of the run to its end. What was imported before is left as it is. */
export async function importFolder(
  needs: TransferNeeds,
  path: string,
  run: ActiveRun<ImportPosition, ImportOutcome>,
  audit: AuditRecorder,
): Promise<void> {
  const { files, correspondences, digest } = await openFolder(needs, path)
  const today = todayOf(needs.clock)
  const by = { userId: run.startedBy ?? 0, at: run.startedAt }
  const start = startOf(run, digest)

  async function importFile<K extends TransferKindName>(file: TransferFile & { readonly kind: K }, at: number) {
    const { kind } = file
    const io: KindIo<K> = kindIos[kind]
    const from = at === start.file ? start : undefined
    const lines = { file, from, correspondences, today }
    if (isOfFiles(lines)) return importFiles(needs, { folder: path, at, digest, lines }, run, audit)
    for await (const judged of judgedGroups(needs.judgeLines, lines))
      await run.step(async (tx) => {
        const group = await judgeGroup(needs, tx, { kind, io, judged, folder: path })
        const written = await writeGroup(needs, tx, { kind, io, file, by, audit }, group)
        return { position: { ...positionAfter(judged, at), digest }, done: written, skipped: judged.length - written }
      })
  }

  for (const [at, file] of files.entries()) if (at >= start.file) await importFile(file, at)
  await run.finish(async () => ({ refused: run.progress().position?.refused ?? [] }))
}

const isOfFiles = (lines: LinesOfFile<TransferKindName>): lines is LinesOfFile<'attachment'> =>
  lines.file.kind === 'attachment'

function startOf(run: ActiveRun<ImportPosition, ImportOutcome>, digest: string): ImportPosition {
  const { position } = run.progress()
  const isOfFolder = position?.digest === undefined || position.digest === digest
  return position && isOfFolder ? position : { file: 0, row: 0, offset: 0 }
}

const positionAfter = (judged: readonly Judged[], file: number): ImportPosition => {
  const last = judged.at(-1)
  return { file, row: last?.row ?? 0, offset: last?.end ?? 0 }
}
