import {
  addOrganisation,
  addPerson,
  getOrganisation,
  getPerson,
  type RegistryKind,
  searchOrganisations,
  searchPeople,
} from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/call.ts'
import type { RecordRow, RecordValues } from './registry-kinds.ts'

/** A record of the registry. */
export const recordQuery = (kind: RegistryKind, id: number) =>
  queryOptions({
    queryKey: ['registry', kind, id],
    queryFn: async ({ signal }): Promise<RecordValues> => {
      const input = { params: { id } }
      const record =
        kind === 'person' ? await call(getPerson, input, { signal }) : await call(getOrganisation, input, { signal })
      return record.values
    },
    meta: { isHandled: true },
  })

/** The first records that words find. */
export async function searchRecords(kind: RegistryKind, words: string): Promise<{ rows: RecordRow[]; count: number }> {
  const input = { body: { filters: { words } } }
  return kind === 'person' ? call(searchPeople, input) : call(searchOrganisations, input)
}

/** Adds a record; gives its id. */
export const addRecord = async (kind: RegistryKind, wire: object): Promise<number> =>
  (kind === 'person' ? await call(addPerson, { wire }) : await call(addOrganisation, { wire })).id
