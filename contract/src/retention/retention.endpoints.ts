import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { enumOnWire, instant, onWire } from '../kit/wire.ts'
import { rolesOf } from '../session/roles.ts'

/**
 * Data with a retention time. The server has a rule for each; `texts/office/it.json` explains the data and when the time
 * begins.
 */
export const retentionRuleNames = {
  endedSessions: 'sessioni_concluse',
  requestCounts: 'conteggi_richieste',
  repeatedAnswers: 'risposte_ripetute',
  lapsedChallenges: 'captcha_scaduti',
  sentTexts: 'testi_inviati',
  spidRequests: 'richieste_spid',
  spidLog: 'registro_spid',
  sentMails: 'mail_inviate',
  outboxFiles: 'mail_su_file',
  receivedMails: 'posta_ricevuta',
  finishedJobs: 'lavori_conclusi',
  finishedBatches: 'elaborazioni_concluse',
  expiredFiles: 'file_scaduti',
  closedCases: 'casi_chiusi',
  unnamedRecords: 'schede_senza_casi',
  mergedRecords: 'schede_unite',
  waitingRequests: 'richieste_diritti_in_attesa',
  decidedRequests: 'richieste_diritti_decise',
  enrolmentDrafts: 'bozze_iscrizione',
} as const
export type RetentionRuleName = keyof typeof retentionRuleNames
export const retentionRuleName = enumOnWire(retentionRuleNames)

/** What happens at the end of the retention time: the record is deleted, or its personal data is removed. */
export const retentionActions = { delete: 'cancella', pseudonymise: 'pseudonimizza' } as const
export type RetentionAction = keyof typeof retentionActions

export const retentionUnits = { hours: 'ore', days: 'giorni', years: 'anni' } as const
export type RetentionUnit = keyof typeof retentionUnits

export const retentionSchedules = { hourly: 'ogni_ora', nightly: 'ogni_notte' } as const
export type RetentionSchedule = keyof typeof retentionSchedules

const lastRun = onWire('esecuzione_conservazione', {
  startedAt: [instant, 'data_avvio'],
  finishedAt: [z.optional(instant), 'data_fine'],
  count: [z.int(), 'trattati'],
})

/** A retention rule as the office sees it: time, action, records due now, result of the last run. */
export const retentionRule = onWire('regola_conservazione', {
  name: [retentionRuleName, 'codice'],
  action: [enumOnWire(retentionActions), 'azione'],
  /** Zero: at once. */
  amount: [z.int(), 'quantita'],
  unit: [enumOnWire(retentionUnits), 'unita'],
  schedule: [enumOnWire(retentionSchedules), 'frequenza'],
  due: [z.int(), 'da_trattare'],
  oldest: [z.optional(instant), 'piu_vecchio'],
  lastRun: [z.optional(lastRun), 'ultima_esecuzione'],
})
export type RetentionRule = z.output<typeof retentionRule>

export const getRetention = defineEndpoint({
  ...unauditedRead,
  path: '/v1/conservazione',
  summary: 'The retention rules: time, action, how many records are due now, and the last run of each.',
  allow: rolesOf('administration'),
  reply: onWire('conservazione', { rules: [z.array(retentionRule), 'regole'] }),
})
