import { languageCodes } from '@portal/contract'
import { contexts } from './contexts.ts'
import { grounds } from './grounds.ts'
import { handlingLists } from './handling-lists.ts'
import { personLists } from './person-lists.ts'
import { publicLabels } from './public-labels.ts'
import { registerLists } from './register-lists.ts'
import { reportLists } from './report-lists.ts'
import type { SeedItem, SeedLists } from './seed-list.ts'

const lists: SeedLists = {
  ...grounds,
  ...contexts,
  ...reportLists,
  ...handlingLists,
  ...personLists,
  ...registerLists,
}

/** A row of `reference_items` as seeded. */
export interface ReferenceItemSeed {
  list: string
  id: number
  labels: Record<string, string>
  parentId: number | null
  isOther: boolean
  code: string | null
}

/** Every item of every list; `officeTag` replaces `{office}` in labels. */
export function referenceItemSeeds(officeTag: string): ReferenceItemSeed[] {
  return Object.entries(lists).flatMap(([list, entries]) =>
    isPlain(entries)
      ? entries.map((item) => toSeed(list, item, null, officeTag))
      : Object.entries(entries).flatMap(([parent, items]) =>
          items.map((item) => toSeed(list, item, Number(parent), officeTag)),
        ),
  )
}

function isPlain(entries: SeedLists[string]): entries is readonly SeedItem[] {
  return Array.isArray(entries)
}

function toSeed(list: string, [id, it, en]: SeedItem, parentId: number | null, officeTag: string): ReferenceItemSeed {
  return {
    list,
    id,
    labels: {
      it: it.replace('{office}', officeTag),
      en: en.replace('{office}', officeTag),
      ...publicLabels[list]?.[id],
    },
    parentId,
    isOther: it === 'Altro',
    code: list === 'language' ? (languageCodes[id] ?? null) : null,
  }
}
