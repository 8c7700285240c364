import type { AssociationTab } from '@portal/contract'

export type AssociationTabId = AssociationTab | 'history' | 'letters'

/** The name of each tab in the address. */
export const tabWords = {
  identity: 'anagrafica',
  representative: 'rappresentante',
  activity: 'attivita',
  documents: 'documenti',
  contacts: 'referenti',
  notes: 'note',
  history: 'storico',
  letters: 'lettere',
} as const satisfies Record<AssociationTabId, string>
