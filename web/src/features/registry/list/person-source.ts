import { formatScreenDate, mayWriteRegistry, type PersonRow, searchPeople } from '@portal/contract'
import type { TFunction } from 'i18next'
import { call } from '#lib/api/call.ts'
import type { PaletteEntry, PaletteSource } from '#lib/backoffice/palette.ts'
import { listHref } from '#list/list-address.ts'
import { rememberSealed } from '#list/list-query.ts'
import { nameOf, recordHref } from '../registry-kinds.ts'
import { people } from './registry-filters.ts'

/** How many people a search shows; the others are in the list. */
const shown = 6

const entryOf = (t: TFunction, row: PersonRow): PaletteEntry => ({
  id: `person-${row.id}`,
  text: nameOf(row),
  note: [row.birthDate && formatScreenDate(row.birthDate), row.taxCode, t('registry.cases', { count: row.cases })]
    .filter(Boolean)
    .join(' · '),
  onSelect: { href: recordHref('person', row.id) },
})

/** Finds a person of the registry: by name, tax code, mail or telephone. Numbers of cases are no people. */
export const personSource: PaletteSource = {
  name: 'people',
  title: 'palette.people',
  isFor: mayWriteRegistry,
  canFind: (text) => text.length >= (/\d/.test(text) ? 7 : 3) && !/\d-\d/.test(text),
  async find(words, { t, queryClient, signal }) {
    const filters = { words }
    const { rows, count } = await call(searchPeople, { body: { from: 1, to: shown, filters } }, { signal })
    const entries = rows.map((row) => entryOf(t, row))
    if (count <= shown) return { entries, missed: count === 0 ? t('palette.noPeople') : undefined }
    const href = listHref(people, { filters: {}, sealedId: rememberSealed(queryClient, people.name, filters) })
    return { entries: [...entries, { id: 'people-all', text: t('palette.allPeople', { count }), onSelect: { href } }] }
  },
}
