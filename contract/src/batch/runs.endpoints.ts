import * as z from 'zod/mini'
import { backgroundRead, defineEndpoint } from '../kit/endpoint.ts'
import { filtersOnWire } from '../kit/filter-schemas.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { enumOnWire, flag, instant, onWire, recordId, recordIdText } from '../kit/wire.ts'
import { retentionRuleName } from '../retention/retention.endpoints.ts'
import { rolesOf } from '../session/roles.ts'
import { runWaits } from './run-waits.ts'

/** What takes long: every kind of run. */
export const runKinds = {
  encryption: 'cifratura',
  attachment_migration: 'migrazione_allegati',
  account_upload: 'caricamento_utenze',
  retention: 'conservazione',
  audit_verification: 'verifica_audit',
  export: 'esportazione',
  rights_export: 'diritti_esportazione',
  rights_erasure: 'diritti_cancellazione',
  transfer_check: 'controllo_importazione',
  transfer_import: 'importazione_ufficio',
} as const
const runKind = enumOnWire(runKinds)
export type RunKindName = keyof typeof runKinds

export const runStates = {
  running: 'in_corso',
  done: 'conclusa',
  failed: 'fallita',
  cancelled: 'annullata',
} as const
const runState = enumOnWire(runStates)

/** Why a file stays in its store. */
export const unmovedReasons = {
  missing: 'mancante',
  damaged: 'danneggiato',
  different: 'copia_diversa',
  unreadable: 'non_leggibile',
} as const
export type UnmovedReason = keyof typeof unmovedReasons

/** A run: what it is, when and by whom it was started, how far it is, how it ended. Never a file of an export, nor its filters. */
export const listedRun = onWire('elaborazione', {
  id: [recordId, 'numero_univoco'],
  kind: [runKind, 'tipo'],
  state: [runState, 'stato'],
  /** Name of the user; absent where the portal started it by itself. */
  startedBy: [z.optional(z.string()), 'avviata_da'],
  isOwn: [flag, 'flag_propria'],
  startedAt: [instant, 'data_avvio'],
  finishedAt: [z.optional(instant), 'data_fine'],
  estimatedEnd: [z.optional(instant), 'fine_prevista'],
  /** Items in all, where they are counted first. */
  total: [z.optional(z.int()), 'totale'],
  done: [z.int(), 'elaborati'],
  skipped: [z.int(), 'saltati'],
  totalBytes: [z.optional(z.int()), 'byte_totali'],
  doneBytes: [z.optional(z.int()), 'byte_elaborati'],
  /** What a run in progress waits for. */
  waitingFor: [z.optional(enumOnWire(runWaits)), 'in_attesa_di'],
  /** Whether it ended with something that did not succeed. */
  hasErrors: [flag, 'flag_errori'],
  /** The rule of a run of retention. */
  rule: [z.optional(retentionRuleName), 'regola'],
  /** The first files that a migration left where they are. */
  unmovedFiles: [
    z.optional(
      z.array(
        onWire('file_non_spostato', {
          /** The number of an attachment in the audit log; another file has its id. */
          number: [z.optional(recordId), 'numero_allegato'],
          id: [z.optional(z.string()), 'id_file'],
          reason: [enumOnWire(unmovedReasons), 'motivo'],
        }),
      ),
    ),
    'file_non_spostati',
  ],
})
export type ListedRun = z.output<typeof listedRun>

export const runFilters = filtersOnWire('filtri_elaborazioni', {
  kinds: [z.optional(z.array(runKind).check(z.maxLength(20))), 'tipi'],
  states: [z.optional(z.array(runState).check(z.maxLength(4))), 'stati'],
})
export type RunFilters = z.output<typeof runFilters>

export const listRuns = defineEndpoint({
  method: 'GET',
  path: '/v1/elaborazioni',
  summary: 'Everything that takes long, newest first: what ran, when, by whom, how far it is and how it ended.',
  allow: rolesOf('administration'),
  audit: 'none',
  silent: true,
  query: pageQuery(runFilters),
  reply: pageOf(listedRun),
})

export const getRun = defineEndpoint({
  ...backgroundRead,
  path: '/v1/elaborazioni/:numero_univoco',
  summary: 'How far a run is. The poll does not prolong the session.',
  allow: rolesOf('administration'),
  params: onWire('parametri_elaborazione', { id: [recordIdText, 'numero_univoco'] }),
  reply: listedRun,
})
