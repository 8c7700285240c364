import type { RegistryKind } from '@portal/contract'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Db } from '#platform/database/transaction.ts'
import { unlessDamaged } from '#platform/protection/vault.ts'
import { kindsOfRecord } from '../registry.kinds.ts'
import { findIdByCode, findRecord, holdExisting, lockRegistry } from '../registry.store.ts'
import type { RegistryNeeds, UnlinkedPerson } from '../registry-needs.ts'
import { listIdsLike } from './candidates.store.ts'
import { listMatches, mostPerRun } from './duplicates.service.ts'
import {
  addToQueue,
  listQueue,
  type QueueRow,
  replaceSuggestions,
  type Suggestion,
  takeRow,
} from './suggestions.store.ts'

const registryKinds = Object.keys(kindsOfRecord) as RegistryKind[]

type SourceKind = keyof RegistryNeeds['sources']
const sourceKinds: readonly SourceKind[] = ['case', 'association']
type SourceRow = QueueRow & { readonly kind: SourceKind }
type RecordRow = QueueRow & { readonly kind: RegistryKind }
const isOfSource = (row: QueueRow): row is SourceRow => sourceKinds.some((kind) => kind === row.kind)

/** The records that may be that of a person or body without one. */
async function suggestionsFor(
  needs: RegistryNeeds,
  tx: Db,
  { source, kind, values }: UnlinkedPerson,
): Promise<Suggestion[]> {
  const matches = await listMatches(needs, tx, kind, { values, byCode: true })
  const ids = matches.map(({ record }) => record.id)
  const existing = await holdExisting(tx, kindsOfRecord[kind], ids)
  return matches
    .filter(({ record }) => existing.includes(record.id))
    .map(({ record, match }) => ({ source, kind, recordId: record.id, weight: match.weight }))
}

async function isLinkedByCode({ vault }: RegistryNeeds, tx: Db, { kind, values }: UnlinkedPerson): Promise<boolean> {
  const code = values[kindsOfRecord[kind].code]
  return typeof code === 'string' && (await findIdByCode(tx, vault, kindsOfRecord[kind], code)) !== undefined
}

/** Compares the people of a case, or an association, with the records. */
async function compareSource(needs: RegistryNeeds, tx: Db, row: SourceRow): Promise<boolean> {
  const source = needs.sources[row.kind]
  // The row is locked before its place in the queue: a save locks them in this order too.
  const people = await source.listUnlinked(tx, needs.vault, row.id)
  if (!(await takeRow(tx, row))) return false
  const found: Suggestion[] = []
  for (const person of people)
    if (!(source.isLinkedByCode && (await isLinkedByCode(needs, tx, person))))
      found.push(...(await suggestionsFor(needs, tx, person)))
  await replaceSuggestions(tx, row, { found, at: needs.clock.now() })
  return true
}

/** Queues the cases and associations that may be of the person of a record. */
async function queueSources({ vault, sources }: RegistryNeeds, tx: Db, row: RecordRow): Promise<boolean> {
  const kind = kindsOfRecord[row.kind]
  const record = await unlessDamaged(findRecord(tx, vault, kind, row.id))
  if (!(await takeRow(tx, row))) return false
  for (const name of sourceKinds) {
    const { sealed, identityFields } = sources[name]
    const fields = identityFields[row.kind]
    if (record && fields)
      await addToQueue(tx, name, await listIdsLike(tx, vault, { sealed, ...fields }, kind, record.values))
  }
  return true
}

/**
 * Compares the rows of the queue, each in its own transaction, so that a run that ends early continues at the next row. Returns
 * the number of rows.
 */
export async function compareQueue(needs: RegistryNeeds, audit: AuditRecorder): Promise<number> {
  let compared = 0
  for (let next = await listQueue(needs.db, 100); next.length > 0; next = await listQueue(needs.db, 100)) {
    for (const row of next)
      await needs.inTransaction(audit, async (tx) => {
        // A save or a merge of a record takes these locks first too.
        for (const name of registryKinds) await lockRegistry(tx, kindsOfRecord[name])
        const isDone = isOfSource(row)
          ? await compareSource(needs, tx, row)
          : await queueSources(needs, tx, row as RecordRow)
        if (isDone) audit.record(row.kind, [row.id])
      })
    compared += next.length
    if (compared >= mostPerRun) break
  }
  return compared
}
