import {
  addOrganisation,
  addPerson,
  getOrganisation,
  getPerson,
  listOrganisationEvents,
  listPersonEvents,
  type RegistryKind,
  saveOrganisation,
  savePerson,
  searchOrganisations,
  searchPeople,
} from '@portal/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import { readLocked } from '#lib/api/locked-record.ts'
import { firstPage, nextPageOf } from '#lib/api/next-page.ts'
import type { RecordDetail, RecordRow } from './registry-kinds.ts'

const getters = { person: getPerson, organisation: getOrganisation } as const
const histories = { person: listPersonEvents, organisation: listOrganisationEvents } as const

/** A record of the registry; one that somebody else edits is read all the same. */
export const recordQuery = (kind: RegistryKind, id: number) =>
  queryOptions({
    queryKey: ['registry', kind, id],
    queryFn: ({ signal }) =>
      readLocked<RecordDetail>(call(getters[kind], { params: { id } }, { signal }) as Promise<RecordDetail>),
    meta: { isHandled: true },
  })

/** The history of a record, newest first. */
export const recordEventsQuery = (kind: RegistryKind, id: number) =>
  infiniteQueryOptions({
    queryKey: ['registry', kind, id, 'events'],
    queryFn: ({ pageParam, signal }) => call(histories[kind], { params: { id }, query: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPageOf,
    meta: { isHandled: true },
  })

const savers = { person: savePerson, organisation: saveOrganisation } as const

/** Saves a record, as its form writes it. */
export const saveRecord = async (kind: RegistryKind, wire: object): Promise<RecordDetail> =>
  (await call(savers[kind], { wire })) as RecordDetail

/** The first records that words find. */
export async function searchRecords(kind: RegistryKind, words: string): Promise<{ rows: RecordRow[]; count: number }> {
  const input = { body: { filters: { words } } }
  return kind === 'person' ? call(searchPeople, input) : call(searchOrganisations, input)
}

/** Adds a record; gives its id. */
export const addRecord = async (kind: RegistryKind, wire: object): Promise<number> =>
  (kind === 'person' ? await call(addPerson, { wire }) : await call(addOrganisation, { wire })).id
