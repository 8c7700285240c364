import { type ProtectedPageName, paths } from '@portal/contract'
import type { MenuEntry } from '#features/desk/desk-menu.tsx'
import { deskPages } from './desk-pages.ts'

/** An entry of the menu; its text is the title of its page by default. */
type Entry = Partial<Omit<MenuEntry, 'path' | 'group' | 'key'>> & Pick<MenuEntry, 'group' | 'key'>

// biome-ignore format: a table
const entries: Readonly<Partial<Record<ProtectedPageName, Entry>>> = {
  caseList:            { group: 'work', key: 'c', counter: 'total', query: 'pending' },
  toAssignList:        { group: 'work', key: 'a', counter: 'toAssign' },
  myCaseList:          { group: 'work', key: 'm', counter: 'assigned' },
  receivedMailList:    { group: 'work', key: 'w', counter: 'mails', hidesNone: true },
  outOfRemitList:      { group: 'work', key: 'n' },
  personList:          { group: 'people', key: 'p', text: 'registry.title' },
  duplicateList:       { group: 'people', key: 'd' },
  statistics:          { group: 'office', key: 's' },
  registerHome:        { group: 'register', key: 'r' },
  newRequestList:      { group: 'register', key: 'q', counter: 'waiting', query: 'ownTurn' },
  enrolledList:        { group: 'register', key: 'i' },
  notEnabledList:      { group: 'register', key: 'z' },
  registerStatistics:  { group: 'register', key: 't' },
  rightsList:          { group: 'people', key: 'y', counter: 'rights', query: 'toDecide', hidesNone: true },
  operatorList:        { group: 'office', key: 'o' },
  referenceLists:      { group: 'office', key: 'l', text: 'referenceLists.shortTitle' },
  letterTexts:         { group: 'office', key: 'j' },
  assurances:          { group: 'office', key: 'g' },
  auditLog:            { group: 'office', key: 'u', text: 'auditPage.shortTitle' },
  exports:             { group: 'office', key: 'e', text: 'exportPage.menu' },
  batch:               { group: 'office', key: 'b' },
  information:         { group: 'office', key: 'f' },
  deskAssistance:      { group: 'office', key: 'k' },
}

/** The entries of the menu that any role has, in its order. */
export const menuEntries: readonly MenuEntry[] = Object.entries(entries).flatMap(([name, entry]) => {
  const page = deskPages[name as ProtectedPageName]
  return typeof page === 'object' ? [{ path: paths[name as ProtectedPageName], text: page.title, ...entry }] : []
})
