import { enumOnWire } from '../kit/wire.ts'

/** The kinds of record whose reads and changes the audit log records. */
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
  /** For entries from before the log distinguished the two registries. */
  registry: 'anagrafica',
  person: 'anagrafica_pf',
  organisation: 'anagrafica_pg',
  association: 'associazione',
  export: 'esportazione',
  officeText: 'testo_ufficio',
  savedReply: 'testo_salvato',
  closingMacro: 'modello_chiusura',
  letterText: 'testo_comunicazione',
  mail: 'posta_ricevuta',
} as const

export const recordKind = enumOnWire(recordKinds)
export type RecordKind = keyof typeof recordKinds
