import { relevancesOutOfRemit } from '../cases/case.workflow.ts'
import { defaults } from '../kit/limits.ts'
import { languageCodes } from './language-codes.ts'
import { hasOwnOrder, type ReferenceList } from './reference-lists.ts'

/**
 * Ids of channels that the code itself knows: calls, reports of the site, reports in person, and cases whose channel is not
 * stated.
 */
export const channelIds = { phone: 1, web: 2, inPerson: 6, other: 99 } as const

/** Lists with tables of their own: ISTAT and the registers of nations change them, by `import:istat` and by releases. */
export const placeLists = ['nation', 'citizenship', 'region', 'province', 'city'] as const satisfies ReferenceList[]

/** Lists that nobody extends, because the code names each entry. */
const closedLists: readonly ReferenceList[] = ['organisation_document']

/** Why an entry can be neither retired nor deleted: the law or the code names it by its id. */
export const fixedReasons = {
  language: 'lingua_riconosciuta',
  profile: 'profilo_del_modulo',
  defaultValue: 'valore_predefinito',
  webChannel: 'canale_del_portale',
  phoneChannel: 'canale_delle_telefonate',
  inPersonChannel: 'canale_di_persona',
  remit: 'regola_di_competenza',
  requirement: 'requisito_di_legge',
} as const
export type FixedReason = keyof typeof fixedReasons

const allAre = (ids: readonly number[], reason: FixedReason) => Object.fromEntries(ids.map((id) => [id, reason]))

// biome-ignore format: a table
const fixedEntries: Partial<Record<ReferenceList, Readonly<Record<number, FixedReason>>>> = {
  language:              allAre(Object.keys(languageCodes).map(Number), 'language'),
  reporter_type:         { ...allAre([1, 2, 3, 4], 'profile'), [defaults.reporterTypeId]: 'defaultValue' },
  channel:               { [channelIds.phone]: 'phoneChannel', [channelIds.web]: 'webChannel', [channelIds.inPerson]: 'inPersonChannel', [channelIds.other]: 'defaultValue' },
  relevance:             allAre(relevancesOutOfRemit, 'remit'),
  organisation_document: allAre([1, 2, 3, 4, 5, 6, 7], 'requirement'),
}

export const fixedReasonOf = (list: ReferenceList, id: number): FixedReason | undefined => fixedEntries[list]?.[id]

export type EntryAction = 'add' | 'rename' | 'retire' | 'restore' | 'move' | 'delete'
/** Why an action on an entry, or on a list, is not possible. */
export type EntryDenial = 'list_read_only' | 'list_closed' | 'list_alphabetical' | 'entry_fixed' | 'entry_in_force'

interface EntryState {
  readonly id: number
  readonly isRetired: boolean
  /** 'Altro', which stays last. */
  readonly isOther: boolean
}

const deniesRemoval: readonly EntryAction[] = ['retire', 'delete']

/** Why RUP may not do this to a list or an entry; null when it is possible. Whether an entry is used, only the server knows. */
export function entryDenial(action: EntryAction, list: ReferenceList, entry?: EntryState): EntryDenial | null {
  if (placeLists.some((one) => one === list)) return 'list_read_only'
  if (action === 'add' && closedLists.includes(list)) return 'list_closed'
  if (action === 'move' && (!hasOwnOrder(list) || entry?.isOther)) return 'list_alphabetical'
  if (!entry) return null
  if (deniesRemoval.includes(action) && fixedReasonOf(list, entry.id)) return 'entry_fixed'
  return action === 'delete' && !entry.isRetired ? 'entry_in_force' : null
}
