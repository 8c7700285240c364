import { sealedTable } from '../protection/sealed-table.ts'

/** What an identity provider calls whoever signed in, needed to sign out there as well. */
export interface SealedSession {
  /** JSON of `[entity id of the provider, NameQualifier, NameID]`. */
  spidSubject: string | null
  spidIndex: string | null
}

export const sealedSessions = sealedTable<SealedSession>()({
  table: 'sessions',
  key: 'idHash',
  sealed: ['spidSubject', 'spidIndex'],
  ends: { byRule: 'endedSessions' },
  unique: { spidSubject: 'spidToken' },
})
