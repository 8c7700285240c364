import type { AssociationFieldChange } from '@portal/contract'
import {
  countProposals,
  findAssociation,
  listEventsOfAll,
  listLastPlaces,
  listLettersOfAll,
  listProposing,
  openAssociation,
  sealedAssociationEvents,
  sealedAssociationLetters,
  updateAssociation,
} from '#features/associations/index.ts'
import { numbersOfFiles } from '#platform/attachments/attachments.store.ts'
import { idsOfFiles } from '#platform/attachments/moved-files.store.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, openSealed, sealRows } from '#platform/protection/sealed-rows.ts'
import { type KindIo, type LinkedRecord, type Links, linkOf, linksOf, optionalLink } from '../transfer-kind-io.ts'

type Changes = readonly AssociationFieldChange[]
interface FileRef {
  readonly cmis_id: string
}

const isFileRef = (item: unknown): item is FileRef =>
  typeof item === 'object' && item !== null && typeof (item as Partial<FileRef>).cmis_id === 'string'
const fileIdsOf = (changes: Changes) =>
  changes.flatMap(({ before, after }) =>
    [before, after]
      .flat()
      .filter(isFileRef)
      .map((ref) => ref.cmis_id),
  )

/** Changes with other ids of the files that they name; a file without one is left out. */
function withFileIds(changes: Changes, idOf: (id: string) => string | undefined): AssociationFieldChange[] {
  const renamed = (value: unknown): unknown =>
    Array.isArray(value) && value.some(isFileRef)
      ? value.filter(isFileRef).flatMap((ref) => {
          const id = idOf(ref.cmis_id)
          return id === undefined ? [] : [{ ...ref, cmis_id: id }]
        })
      : value
  return changes.map(({ field, before, after }) => ({ field, before: renamed(before), after: renamed(after) }))
}

/** Changes as they leave: the ids of files become places in the list of links. */
async function leaving(db: Db, changes: Changes): Promise<{ changes: AssociationFieldChange[]; files: number[] }> {
  const ids = [...new Set(fileIdsOf(changes))]
  const numbers = await numbersOfFiles(db, ids)
  const known = ids.filter((id) => numbers.has(id))
  const placeOf = (id: string) => (numbers.has(id) ? String(known.indexOf(id)) : undefined)
  return { changes: withFileIds(changes, placeOf), files: known.flatMap((id) => numbers.get(id) ?? []) }
}

/** Changes as they arrive: the places in the list of links become ids of files. */
async function arriving(tx: Db, changes: Changes, links: Links): Promise<AssociationFieldChange[]> {
  const numbers = linksOf(links, 'files')
  const ids = await idsOfFiles(tx, numbers)
  return withFileIds(changes, (place) => ids.get(numbers[Number(place)] ?? 0))
}

/** Gives each entry its place in the history of its association. */
async function placesOf(tx: Db, records: readonly LinkedRecord<'associationEvent'>[]): Promise<number[]> {
  const owners = records.map(({ links }) => linkOf(links, 'associationKey'))
  const last = await listLastPlaces(tx, owners)
  return owners.map((id) => {
    const place = (last.get(id) ?? 0) + 1
    last.set(id, place)
    return place
  })
}

/** The history of associations. */
export const associationHistoryIo: KindIo<'associationEvent'> = {
  table: 'association_events',

  async write({ vault }, tx, records) {
    const places = await placesOf(tx, records)
    const rows = await Promise.all(
      records.map(async ({ id, head, links }, index) => ({
        id,
        associationId: linkOf(links, 'associationKey'),
        place: places[index] ?? 0,
        kind: head.kind,
        at: head.at,
        byUser: optionalLink(links, 'by'),
        role: head.role ?? null,
        statusFrom: head.from ?? null,
        statusTo: head.to ?? null,
        ...(head.reason !== undefined && { reason: head.reason }),
        ...(head.changes?.length ? { changes: JSON.stringify(await arriving(tx, head.changes, links)) } : {}),
      })),
    )
    await insertSealedRows(tx, sealRows(vault, sealedAssociationEvents, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await listEventsOfAll(db, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const opened = await openSealed(vault, sealedAssociationEvents, row.id, row)
        const { changes, files } = await leaving(db, JSON.parse(opened.changes ?? '[]') as Changes)
        return {
          id: row.id,
          facts: {
            kind: row.kind,
            at: row.at,
            role: row.role ?? undefined,
            from: row.statusFrom ?? undefined,
            to: row.statusTo ?? undefined,
            reason: opened.reason ?? undefined,
            changes: changes.length > 0 ? changes : undefined,
          },
          values: {},
          links: {
            associationKey: row.associationId,
            by: row.byUser ?? undefined,
            files: files.length > 0 ? files : undefined,
          },
        }
      }),
    )
  },
}

/** Changes that wait for the register. A proposal is a part of its association, which has one at most. */
export const proposalsIo: KindIo<'proposal'> = {
  table: 'associations',
  partOf: 'associationKey',

  limit: {
    most: 1,
    error: { path: 'chiave_associazione', message: 'proposta_gia_presente' },
    of: 'association',
    keyOf: ({ head }) => head.associationKey,
    count: countProposals,
  },

  async write({ vault }, tx, records) {
    for (const { id, head, links } of records) {
      const row = await findAssociation(tx, vault, id)
      if (!row) throw new Error('The association of a proposal is not there.')
      await updateAssociation(tx, vault, row, {
        proposal: await arriving(tx, head.changes, links),
        proposedAt: head.at,
        proposedBy: optionalLink(links, 'by'),
      })
    }
  },

  async read({ vault }, db, after, limit) {
    const rows = await listProposing(db, after, limit)
    return Promise.all(
      rows.map(async (sealed) => {
        const row = await openAssociation(vault, sealed)
        const { changes, files } = await leaving(db, row.proposal ?? [])
        return {
          id: row.id,
          facts: { at: row.proposedAt ?? row.statusSince, changes },
          values: {},
          links: {
            associationKey: row.id,
            by: row.proposedBy ?? undefined,
            files: files.length > 0 ? files : undefined,
          },
        }
      }),
    )
  },
}

/** Letters that were sent to associations. One that was not sent before the move never will be. */
export const associationLettersIo: KindIo<'associationLetter'> = {
  table: 'association_letters',

  async write({ vault }, tx, records, by) {
    const rows = records.map(({ id, head, links }) => ({
      id,
      associationId: linkOf(links, 'associationKey'),
      kind: head.kind,
      at: head.at,
      isCertified: head.isCertified,
      sentAt: head.sentAt ?? null,
      failedAt: head.failedAt ?? (head.sentAt ? null : by.at),
      deliveryState: head.deliveryState ?? null,
      deliveryReason: head.deliveryReason ?? null,
      deliveryAt: head.deliveryAt ?? null,
      ...(head.recipient !== undefined && { recipient: head.recipient }),
    }))
    await insertSealedRows(tx, sealRows(vault, sealedAssociationLetters, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await listLettersOfAll(db, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const { recipient } = await openSealed(vault, sealedAssociationLetters, row.id, row)
        return {
          id: row.id,
          facts: {
            kind: row.kind,
            at: row.at,
            recipient: recipient ?? undefined,
            isCertified: row.isCertified,
            sentAt: row.sentAt ?? undefined,
            failedAt: row.failedAt ?? undefined,
            deliveryState: row.deliveryState ?? undefined,
            deliveryReason: row.deliveryReason ?? undefined,
            deliveryAt: row.deliveryAt ?? undefined,
          },
          values: {},
          links: { associationKey: row.associationId },
        }
      }),
    )
  },
}
