import { enumOnWire } from '../kit/wire.ts'

/** The kinds of record that the audit log tells reads and changes of. */
export const recordKinds = {
  case: 'segnalazione',
  user: 'utente',
  file: 'allegato',
  audit: 'audit',
  batch: 'batch',
  key: 'chiave',
  rights: 'richiesta_diritti',
  retention: 'conservazione',
  reference: 'tipologica',
  /** Of entries from before the two registries were told apart. */
  registry: 'anagrafica',
  person: 'anagrafica_pf',
  organisation: 'anagrafica_pg',
} as const

export const recordKind = enumOnWire(recordKinds)
export type RecordKind = keyof typeof recordKinds
