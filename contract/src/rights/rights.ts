import * as z from 'zod/mini'
import { caseReference, dueStates } from '../cases/case.ts'
import { readPin, readReportCode } from '../kit/values/report-code.ts'
import { compactCode, withoutCountry } from '../kit/values/vat-number.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId, typedText } from '../kit/wire.ts'

/** What a person can request: a copy of their data (art. 15 and 20 GDPR) or its erasure (art. 17). */
export const rightsKinds = { export: 'esportazione', erasure: 'cancellazione' } as const
export const rightsKind = enumOnWire(rightsKinds)
export type RightsKind = keyof typeof rightsKinds

export const rightsStatuses = {
  waiting: 'in_attesa',
  approved: 'approvata',
  refused: 'rifiutata',
  done: 'conclusa',
  failed: 'fallita',
} as const
export const rightsStatus = enumOnWire(rightsStatuses)
export type RightsStatus = keyof typeof rightsStatuses

/** Statuses in which a request can be decided; a failed one can be approved again. */
export const decidableStatuses = ['waiting', 'failed'] as const satisfies readonly RightsStatus[]

/** Not `readTaxCode`: a record from before may have a code with an error, and its person has the same rights. */
const taxCodeOrVat = z.string().check(
  z.maxLength(100, 'piva_o_cf_non_validi'),
  z.overwrite((text) => withoutCountry(compactCode(text))),
  z.regex(/^([A-Z0-9]{16}|[0-9]{11})$/, 'piva_o_cf_non_validi'),
)
const reason = z.string().check(z.trim(), z.minLength(10, 'motivo_non_valido'), z.maxLength(1000, 'motivo_non_valido'))

/** A person's request, as an operator enters it: by tax code or VAT number, by the code and pin of a report, or by both. */
export const newRightsRequest = onWire('nuova_richiesta_diritti', {
  kind: [rightsKind, 'tipo'],
  taxCode: [z.optional(taxCodeOrVat), 'codice_fiscale'],
  reportCode: [z.optional(typedText(readReportCode, 'ABC-2026-000043')), 'codice'],
  pin: [z.optional(typedText(readPin, 'K7RMP-2X9QD')), 'pin'],
  reason: [reason, 'motivo'],
}).check((context) => {
  const { taxCode, reportCode, pin } = context.value
  const addError = (path: string, message: string) =>
    context.issues.push({ code: 'custom', path: [path], input: context.value, message })
  if (!taxCode && !reportCode) addError('codice_fiscale', 'soggetto_obbligatorio')
  if (reportCode && !pin) addError('pin', 'campo_obbligatorio')
})
export type NewRightsRequest = z.output<typeof newRightsRequest>

/** The approval. Open cases are erased only with `includesOpen`. */
export const rightsApproval = onWire('approvazione_diritti', {
  reason: [reason, 'motivo'],
  includesOpen: [z.optional(flag), 'anche_aperti'],
})
export type RightsApproval = z.output<typeof rightsApproval>

export const rightsDenial = onWire('rifiuto_diritti', { reason: [reason, 'motivo'] })
export type RightsDenial = z.output<typeof rightsDenial>

const rowFields = {
  id: [recordId, 'id_richiesta'],
  kind: [rightsKind, 'tipo'],
  status: [rightsStatus, 'stato'],
  /** Tax code or VAT number, report code; absent once an erasure has deleted them. */
  subject: [z.optional(z.string()), 'soggetto'],
  requestedBy: [z.string(), 'richiedente'],
  requestedAt: [instant, 'data_richiesta'],
  decidedBy: [z.optional(z.string()), 'deciso_da'],
  decidedAt: [z.optional(instant), 'data_decisione'],
  finishedAt: [z.optional(instant), 'data_conclusione'],
  /** Last day for the answer: one month from the request by GDPR art. 12(3); absent once it is answered. */
  dueOn: [z.optional(plainDate), 'data_scadenza'],
  dueState: [z.optional(enumOnWire(dueStates)), 'scadenza'],
} as const

export const rightsRow = onWire('richiesta_diritti_in_lista', rowFields)
export type RightsRow = z.output<typeof rightsRow>

const foundReport = onWire('segnalazione_trovata', {
  ...caseReference,
  isOpen: [flag, 'flag_in_lavorazione'],
})

/** How many records a finished request exported or erased. */
const rightsCounts = onWire('esito_richiesta_diritti', {
  reports: [z.int(), 'segnalazioni'],
  users: [z.int(), 'utenti'],
  mails: [z.int(), 'mail'],
  auditEntries: [z.int(), 'voci_audit'],
})
export type RightsCounts = z.output<typeof rightsCounts>

/** A request. RUP also sees what the server found about the person: how many records and which reports, no content. */
export const rightsDetail = onWire('richiesta_diritti', {
  ...rowFields,
  reason: [z.optional(z.string()), 'motivo'],
  decisionReason: [z.optional(z.string()), 'motivo_decisione'],
  /** Absent for users who cannot decide: it would disclose cases that they may not see. */
  reports: [z.optional(z.array(foundReport)), 'segnalazioni'],
  users: [z.optional(z.int()), 'utenti'],
  /** Registry records of the person. */
  records: [z.optional(z.int()), 'schede'],
  counts: [z.optional(rightsCounts), 'esito'],
  /** When the archive of an export expires; absent where there is none. */
  archiveUntil: [z.optional(instant), 'archivio_fino_a'],
  /** Whether the caller may decide it now. */
  canDecide: [flag, 'flag_puo_decidere'],
})
export type RightsDetail = z.output<typeof rightsDetail>
