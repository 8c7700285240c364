import { type FieldError, type RegistryKind, readWire, writeWire } from '@portal/contract'
import {
  deleteOwnEntries,
  hideRecord,
  kindsOfRecord,
  listEventsAfter,
  listExistingMerges,
  listMergesAfter,
  type MergeMemory,
  sealedMerges,
  sealedRegistryEvents,
} from '#features/registry/index.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import type { FieldChange } from '#platform/record/form-changes.ts'
import {
  type KindIo,
  type LinkedRecord,
  type Links,
  linkOf,
  linksOf,
  type NewRecord,
  optionalLink,
} from '../transfer-kind-io.ts'

type MergeHead = NewRecord<'merge'>['head']
type Values = MergeMemory['kept']

/** The links of both records, by kind. */
const recordLinks = {
  person: ['keptPerson', 'mergedPerson'],
  organisation: ['keptOrganisation', 'mergedOrganisation'],
} as const satisfies Record<RegistryKind, readonly [keyof MergeHead, keyof MergeHead]>

/** The links of cases that a merge moved, by the column that holds them. */
const columnOfLink = {
  reporterCases: 'cases.reporter_person_id',
  victimCases: 'cases.victim_person_id',
  organisationCases: 'cases.reporter_organisation_id',
} as const
const caseLinks = Object.entries(columnOfLink)

const kindOf = ({ keptPerson }: MergeHead): RegistryKind => (keptPerson === undefined ? 'organisation' : 'person')

const wireOf = (kind: RegistryKind, values: Values) => writeWire(kindsOfRecord[kind].form, values)
const readValues = (kind: RegistryKind, wire: object = {}) =>
  readWire(kindsOfRecord[kind].form, wire as Values, 'accepted')
const isUnreadable = (kind: RegistryKind, wire: object | undefined) => readValues(kind, wire).fieldErrors.length > 0

function errorsOfMerge({ head }: NewRecord<'merge'>): FieldError[] {
  const named = Object.values(recordLinks).filter((pair) => pair.some((name) => head[name] !== undefined))
  const [pair] = named
  const isOfPair = named.length === 1 && pair?.every((name) => head[name] !== undefined) === true
  if (!isOfPair) return [{ path: 'chiave_persona', message: 'un_solo_riferimento' }]
  if (head.undoneAt) return []
  const kind = kindOf(head)
  return [
    ...(head.before && !isUnreadable(kind, head.before)
      ? []
      : [{ path: 'prima', message: 'valore_non_valido' } as const]),
    ...(head.after && !isUnreadable(kind, head.after) ? [] : [{ path: 'dopo', message: 'valore_non_valido' } as const]),
  ]
}

/** What the undo of a merge needs; undefined for one that is undone. */
function memoryOf({ head, links }: LinkedRecord<'merge'>): MergeMemory | undefined {
  if (head.undoneAt) return undefined
  const kind = kindOf(head)
  const keys = new Map(Object.entries(kindsOfRecord[kind].form.fields).map(([key, { wire }]) => [wire, key]))
  return {
    kept: readValues(kind, head.before).values as Values,
    after: readValues(kind, head.after).values as Values,
    taken: (head.taken ?? []).flatMap((wire) => keys.get(wire) ?? []),
    givesCode: head.givesCode ?? false,
    links: caseLinks.flatMap(([name, column]) => linksOf(links, name).map((caseId) => ({ caseId, column }))),
  }
}

/** The members of the head that an undo needs, and the links of cases. */
function factsOfMemory(
  kind: RegistryKind,
  memory: MergeMemory | undefined,
): { facts: Partial<MergeHead>; links: Links } {
  if (!memory) return { facts: {}, links: {} }
  const { fields } = kindsOfRecord[kind].form
  const moved = caseLinks.map(([name, column]) => {
    const ids = memory.links.filter((link) => link.column === column).map(({ caseId }) => caseId)
    return [name, ids.length > 0 ? ids : undefined]
  })
  return {
    facts: {
      before: wireOf(kind, memory.kept),
      after: wireOf(kind, memory.after),
      taken: memory.taken.length > 0 ? memory.taken.map((key) => fields[key]?.wire ?? key) : undefined,
      givesCode: memory.givesCode || undefined,
    },
    links: Object.fromEntries(moved),
  }
}

/** Merges of records of the registry, in their order: the merged record, which came with the others, is hidden again. */
export const mergesIo: KindIo<'merge'> = {
  table: 'registry_merges',

  errorsOf: async (_needs, _db, records) => records.map(errorsOfMerge),

  async write({ vault }, tx, records) {
    const rows = records.map((record) => {
      const { id, head, links } = record
      const kind = kindOf(head)
      const [kept, merged] = recordLinks[kind]
      const before = memoryOf(record)
      return {
        id,
        kind,
        keptId: linkOf(links, kept),
        mergedId: linkOf(links, merged),
        at: head.at,
        byUser: linkOf(links, 'by'),
        undoneAt: head.undoneAt ?? null,
        ...(before && { before }),
      }
    })
    await insertSealedRows(tx, sealRows(vault, sealedMerges, rows))
    for (const { kind, keptId: into, mergedId: id, at, undoneAt } of rows)
      if (undoneAt === null) await hideRecord(tx, kindsOfRecord[kind], { id, into, at, givesCode: false })
  },

  async read({ vault }, db, after, limit) {
    const rows = await listMergesAfter(db, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { before } = await openSealed(vault, sealedMerges, row.id, row)
        const [kept, merged] = recordLinks[row.kind]
        const { facts, links } = factsOfMemory(row.kind, before ?? undefined)
        return {
          id: row.id,
          facts: { ...facts, at: row.at, undoneAt: row.undoneAt ?? undefined },
          values: {},
          links: { ...links, [kept]: row.keptId, [merged]: row.mergedId, by: row.byUser },
        }
      }),
    )
  },
}

const idsOf = (records: readonly LinkedRecord<'registryEvent'>[], kind: RegistryKind) => [
  ...new Set(records.flatMap(({ links }) => optionalLink(links, kind) ?? [])),
]

/** The history of people and bodies. */
export const registryHistoryIo: KindIo<'registryEvent'> = {
  table: 'registry_events',

  errorsOf: async (_needs, _db, records) =>
    records.map(({ head }) =>
      (head.person === undefined) === (head.organisation === undefined)
        ? [{ path: 'chiave_persona', message: 'un_solo_riferimento' }]
        : [],
    ),

  async write({ vault }, tx, records) {
    for (const kind of ['person', 'organisation'] as const) await deleteOwnEntries(tx, kind, idsOf(records, kind))
    const rows = records.map(({ id, head, links }) => ({
      id,
      personId: optionalLink(links, 'person'),
      organisationId: optionalLink(links, 'organisation'),
      kind: head.kind,
      at: head.at,
      byUser: optionalLink(links, 'by'),
      role: head.role ?? null,
      mergeId: optionalLink(links, 'merge'),
      ...(head.changes?.length ? { changes: JSON.stringify(head.changes) } : {}),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedRegistryEvents, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await listEventsAfter(db, after, limit)
    const merges = await listExistingMerges(
      db,
      rows.flatMap(({ mergeId }) => mergeId ?? []),
    )
    return Promise.all(
      rows.map(async (row) => {
        const { changes } = await openSealed(vault, sealedRegistryEvents, row.id, row)
        const parsed = JSON.parse(changes ?? '[]') as FieldChange[]
        return {
          id: row.id,
          facts: {
            kind: row.kind,
            at: row.at,
            role: row.role ?? undefined,
            changes: parsed.length > 0 ? parsed : undefined,
          },
          values: {},
          links: {
            person: row.personId ?? undefined,
            organisation: row.organisationId ?? undefined,
            by: row.byUser ?? undefined,
            // The merge of a deleted record is deleted; its entries stay.
            merge: row.mergeId !== null && merges.has(row.mergeId) ? row.mergeId : undefined,
          },
        }
      }),
    )
  },
}
