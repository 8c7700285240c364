import { type AssociationRow, can, findAssociations, associationLists as statusesOfLists } from '@portal/contract'
import { call } from '#lib/api/call.ts'
import type { PaletteSource } from '#lib/backoffice/palette.ts'
import { type AssociationListName, associationHref, associationLists } from './association-lists.ts'

const listNames = Object.keys(statusesOfLists) as AssociationListName[]
const shown = 6
const shortestWord = 3

/** The page of an association, in the list that has its status. */
function hrefOf({ id, status }: AssociationRow): string {
  const name = listNames.find((list) => statusesOfLists[list].some((one) => one === status)) ?? 'newRequests'
  return associationHref(associationLists[name], id)
}

/** Finds an association in all three lists of the register. */
export const associationSource: PaletteSource = {
  name: 'associations',
  title: 'palette.associations',
  isFor: (role) => can('register', role),
  canFind: (text) => text.length >= shortestWord,
  async find(text, { t, signal }) {
    const { rows } = await call(findAssociations, { body: { text } }, { signal })
    return {
      entries: rows.slice(0, shown).map((row) => ({
        id: `association-${row.id}`,
        text: row.name,
        note: [row.number, t(`registerStatuses.${row.status}`)].filter(Boolean).join(' · '),
        onSelect: { href: hrefOf(row) },
      })),
      missed: rows.length === 0 ? t('associationSearch.none', { text }) : undefined,
    }
  },
}
