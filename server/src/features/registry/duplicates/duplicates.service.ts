import {
  type ComparedRecord,
  type Page,
  type PairDetail,
  type PairRow,
  type PossibleDuplicate,
  type RegistryKind,
  writeWire,
} from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { PageQuery } from '#platform/database/page.ts'
import type { Db } from '#platform/database/transaction.ts'
import { unlessDamaged } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { SessionUser } from '#platform/session/session.store.ts'
import { kindsOfRecord, normalizeValues } from '../registry.kinds.ts'
import { findRecord, listExisting, lockRegistry, type StoredRecord } from '../registry.store.ts'
import type { RegistryNeeds } from '../registry-needs.ts'
import { type Comparison, listComparable } from './candidates.store.ts'
import {
  findPair,
  listDifferent,
  listNames,
  listOpenPairs,
  listUncompared,
  markCompared,
  replaceOpenPairs,
  storeDifferent,
} from './duplicates.store.ts'
import { compareRecords, type Match } from './match-records.ts'

type Values = Readonly<Record<string, unknown>>

/** The name of the job that compares what no save has compared. */
export const compareJob = 'registry.compare'

/** The most pairs of one record. */
const mostPairs = 20

const matchFactsOf = ({ facts }: Match) => facts.map(({ fact, outcome, weight }) => ({ fact, outcome, weight }))

const nameOf = (kind: RegistryKind, values: Values): string => {
  const fields = kind === 'person' ? ['lastName', 'firstName'] : ['organisationName']
  return fields.flatMap((field) => values[field] ?? []).join(' ') || '⚠'
}

const partOf = (kind: RegistryKind, id: number, values: Values = {}) => ({
  id,
  name: nameOf(kind, values),
  code: (values[kindsOfRecord[kind].code] ?? undefined) as string | undefined,
  birthDate: (values.birthDate ?? undefined) as PossibleDuplicate['birthDate'],
})

/** The records that may be of the same person as these values, the likeliest first. */
export async function listMatches(
  needs: RegistryNeeds,
  from: Db,
  name: RegistryKind,
  comparison: Comparison,
): Promise<{ record: StoredRecord; match: Match }[]> {
  const { vault, matching } = needs
  const { id, values } = comparison
  const different = id === undefined ? new Set<number>() : await listDifferent(from, name, id)
  const records = await listComparable(from, vault, kindsOfRecord[name], comparison)
  return records
    .filter((record) => !different.has(record.id))
    .map((record) => ({ record, match: compareRecords(name, values, record.values, matching.weights[name]) }))
    .filter(({ match }) => match.weight >= matching.least)
    .sort((one, other) => other.match.weight - one.match.weight)
    .slice(0, mostPairs)
}

/** Compares a record that was saved with all others, and stores the pairs. */
export async function comparePairs(
  needs: RegistryNeeds,
  tx: Db,
  name: RegistryKind,
  { id, values }: Pick<StoredRecord, 'id' | 'values'>,
): Promise<void> {
  const at = needs.clock.now()
  const matches = await listMatches(needs, tx, name, { id, values })
  const found = matches.map(({ record, match }) => ({ ids: [id, record.id] as const, weight: match.weight }))
  await replaceOpenPairs(tx, name, id, { found, at })
  await markCompared(tx, kindsOfRecord[name], id, at)
}

/** The most rows of a kind that a run of the job compares: about a minute of work. The next run continues. */
export const mostPerRun = 5_000

/** Compares the records that no save has compared, as those of an import; skips those that cannot be decrypted. */
async function compareAll(needs: RegistryNeeds, audit: AuditRecorder): Promise<{ compared: number }> {
  const { db, inTransaction, vault, clock } = needs
  let count = 0
  for (const name of Object.keys(kindsOfRecord) as RegistryKind[]) {
    const kind = kindsOfRecord[name]
    let ofKind = 0
    for (let ids = await listUncompared(db, kind, 100); ids.length > 0; ids = await listUncompared(db, kind, 100)) {
      for (const id of ids)
        await inTransaction(audit, async (tx) => {
          await lockRegistry(tx, kind)
          const record = await unlessDamaged(findRecord(tx, vault, kind, id))
          if (record) await comparePairs(needs, tx, name, record)
          else await markCompared(tx, kind, id, clock.now())
        })
      audit.record(name, ids)
      ofKind += ids.length
      if (ofKind >= mostPerRun) break
    }
    count += ofKind
  }
  return { compared: count }
}

interface RecordRef {
  readonly kind: RegistryKind
  readonly id: number
}

/** Opens by what records are recognised in a list; returns it by kind and id. */
export async function describeRecords({ db, vault }: RegistryNeeds, records: readonly RecordRef[]) {
  const named = new Map<RegistryKind, Map<number, Values>>()
  for (const name of Object.keys(kindsOfRecord) as RegistryKind[]) {
    const ids = records.flatMap(({ kind, id }) => (kind === name ? [id] : []))
    named.set(name, await listNames(db, vault, kindsOfRecord[name], [...new Set(ids)]))
  }
  return ({ kind, id }: RecordRef) => partOf(kind, id, named.get(kind)?.get(id))
}

type PairRequest = PageQuery<{ kind?: RegistryKind | undefined }>

/** Pages of the pairs that nobody has decided about. */
async function listPairsOf(needs: RegistryNeeds, request: PairRequest, audit: AuditRecorder): Promise<Page<PairRow>> {
  const page = await listOpenPairs(needs.db, request, { kind: request.filters?.kind })
  const records = page.rows.flatMap(({ kind, firstId, secondId }) => [firstId, secondId].map((id) => ({ kind, id })))
  for (const name of Object.keys(kindsOfRecord) as RegistryKind[])
    audit.record(name, [...new Set(records.flatMap(({ kind, id }) => (kind === name ? [id] : [])))])
  const describe = await describeRecords(needs, records)
  const rows = page.rows.map(({ id, kind, weight, foundAt, firstId, secondId }) => ({
    id,
    kind,
    weight,
    foundAt,
    first: describe({ kind, id: firstId }),
    second: describe({ kind, id: secondId }),
  }))
  return { ...page, rows }
}

async function comparedOf(
  needs: RegistryNeeds,
  name: RegistryKind,
  { id, version, changedAt, values }: StoredRecord,
  user: SessionUser,
): Promise<ComparedRecord> {
  const cases = (await needs.countLinkedCases(name, [id], user)).get(id) ?? 0
  return { id, version, changedAt, cases, values: writeWire(kindsOfRecord[name].form, values) as Values }
}

/** A pair side by side; 404 where somebody has decided about it. */
async function getPairOf(needs: RegistryNeeds, id: number, { user, audit }: Caller): Promise<PairDetail> {
  const { db, vault, matching } = needs
  const pair = await findPair(db, id)
  const kind = pair && kindsOfRecord[pair.kind]
  const first = kind && (await findRecord(db, vault, kind, pair.firstId))
  const second = kind && (await findRecord(db, vault, kind, pair.secondId))
  if (!(first && second)) throw new AppError('not_found')
  audit.record(pair.kind, [first.id, second.id])
  const match = compareRecords(pair.kind, first.values, second.values, matching.weights[pair.kind])
  return {
    id,
    kind: pair.kind,
    weight: match.weight,
    foundAt: pair.foundAt,
    facts: matchFactsOf(match),
    first: await comparedOf(needs, pair.kind, first, user),
    second: await comparedOf(needs, pair.kind, second, user),
  }
}

export interface Apart {
  readonly kind: RegistryKind
  readonly id: number
  readonly others: readonly number[]
}

/** Notes that a record and others are not of one person. */
async function storeApart(
  { clock }: RegistryNeeds,
  tx: Db,
  { kind: name, id, others }: Apart,
  { user, audit }: Caller,
): Promise<{ count: number }> {
  const distinct = [...new Set(others)].filter((other) => other !== id)
  const existing = await listExisting(tx, kindsOfRecord[name], [id, ...distinct])
  if (!existing.includes(id)) throw invalidInput([{ path: 'id_scheda', message: 'valore_non_valido' }])
  if (distinct.length === 0 || distinct.some((other) => !existing.includes(other)))
    throw invalidInput([{ path: 'altre', message: 'valore_non_valido' }])
  audit.record(name, [id, ...distinct], ['pairs'])
  const pairs = distinct.map((other) => [id, other] as const)
  await storeDifferent(tx, name, pairs, { by: user.id, at: clock.now() })
  return { count: pairs.length }
}

/** Possible duplicates: before saving, as a list of work, side by side, and what somebody decided (decisions §7). */
export const createDuplicates = (needs: RegistryNeeds) => ({
  /** The records that may be the one that is about to be saved. */
  async find(name: RegistryKind, input: object, { audit }: Caller): Promise<PossibleDuplicate[]> {
    const { recordId: id, ...sent } = input as Values & { readonly recordId?: number }
    const values = normalizeValues(kindsOfRecord[name], sent)
    const matches = await listMatches(needs, needs.db, name, { id, values })
    audit.record(
      name,
      matches.map(({ record }) => record.id),
    )
    return matches.map(({ record, match }) => ({
      ...partOf(name, record.id, record.values),
      weight: match.weight,
      facts: matchFactsOf(match),
    }))
  },
  pairs: (request: PairRequest, { audit }: Caller): Promise<Page<PairRow>> => listPairsOf(needs, request, audit),
  pair: (id: number, caller: Caller): Promise<PairDetail> => getPairOf(needs, id, caller),
  keepApart: (apart: Apart, caller: Caller): Promise<{ count: number }> =>
    needs.inTransaction(caller.audit, (tx) => storeApart(needs, tx, apart, caller)),
  compareAll: (audit: AuditRecorder): Promise<{ compared: number }> => compareAll(needs, audit),
})
