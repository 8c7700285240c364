import * as z from 'zod/mini'
import { dueStates } from '../cases/case.ts'
import { caseStatus } from '../cases/case.workflow.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId } from '../kit/wire.ts'

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

const taxCodeOrVat = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^([A-Z0-9]{16}|[0-9]{11})$/, 'piva_o_cf_non_validi'))
const reason = z.string().check(z.trim(), z.minLength(10, 'motivo_non_valido'), z.maxLength(1000, 'motivo_non_valido'))

/** A person's request, as an operator enters it: by tax code or VAT number, by the code and pin of a report, or by both. */
export const newRightsRequest = onWire(
  'nuova_richiesta_diritti',
  {
    kind: rightsKind,
    taxCode: z.optional(taxCodeOrVat),
    reportCode: z.optional(z.string().check(z.trim(), z.toUpperCase(), z.maxLength(30))),
    pin: z.optional(z.string().check(z.trim(), z.maxLength(30))),
    reason,
  },
  { kind: 'tipo', taxCode: 'codice_fiscale', reportCode: 'codice', pin: 'pin', reason: 'motivo' },
).check((context) => {
  const { taxCode, reportCode, pin } = context.value
  const issue = (path: string, message: string) =>
    context.issues.push({ code: 'custom', path: [path], input: context.value, message })
  if (!taxCode && !reportCode) issue('codice_fiscale', 'soggetto_obbligatorio')
  if (reportCode && !pin) issue('pin', 'campo_obbligatorio')
})
export type NewRightsRequest = z.output<typeof newRightsRequest>

/** The approval. Open cases are erased only with `includesOpen`. */
export const rightsApproval = onWire(
  'approvazione_diritti',
  { reason, includesOpen: z.optional(flag) },
  { reason: 'motivo', includesOpen: 'anche_aperti' },
)
export type RightsApproval = z.output<typeof rightsApproval>

export const rightsRefusal = onWire('rifiuto_diritti', { reason }, { reason: 'motivo' })
export type RightsRefusal = z.output<typeof rightsRefusal>

const rowShape = {
  id: recordId,
  kind: rightsKind,
  status: rightsStatus,
  /** Tax code or VAT number, report code; absent once an erasure has deleted them. */
  subject: z.optional(z.string()),
  requestedBy: z.string(),
  requestedAt: instant,
  decidedBy: z.optional(z.string()),
  decidedAt: z.optional(instant),
  finishedAt: z.optional(instant),
  /** Last day for the answer: one month from the request by GDPR art. 12(3); absent once it is answered. */
  dueOn: z.optional(plainDate),
  dueState: z.optional(enumOnWire(dueStates)),
}
const rowNames = {
  id: 'id_richiesta',
  kind: 'tipo',
  status: 'stato',
  subject: 'soggetto',
  requestedBy: 'richiedente',
  requestedAt: 'data_richiesta',
  decidedBy: 'deciso_da',
  decidedAt: 'data_decisione',
  finishedAt: 'data_conclusione',
  dueOn: 'data_scadenza',
  dueState: 'scadenza',
} as const

export const rightsRow = onWire('richiesta_diritti_in_lista', rowShape, rowNames)
export type RightsRow = z.output<typeof rightsRow>

const foundReport = onWire(
  'segnalazione_trovata',
  { id: recordId, code: z.string(), status: caseStatus, isOpen: flag },
  { id: 'id_segnalazione', code: 'codice', status: 'id_stato', isOpen: 'flag_in_lavorazione' },
)

/** How many records a finished request exported or erased. */
const rightsCounts = onWire(
  'esito_richiesta_diritti',
  { reports: z.int(), users: z.int(), mails: z.int(), auditEntries: z.int() },
  { reports: 'segnalazioni', users: 'utenti', mails: 'mail', auditEntries: 'voci_audit' },
)
export type RightsCounts = z.output<typeof rightsCounts>

/** A request. RUP also sees what the server found about the person: how many records and which reports, no content. */
export const rightsDetail = onWire(
  'richiesta_diritti',
  {
    ...rowShape,
    reason: z.optional(z.string()),
    decisionReason: z.optional(z.string()),
    /** Absent for users who cannot decide: it would disclose cases that they may not see. */
    reports: z.optional(z.array(foundReport)),
    users: z.optional(z.int()),
    /** Registry records of the person. */
    records: z.optional(z.int()),
    counts: z.optional(rightsCounts),
    /** When the archive of an export expires; absent where there is none. */
    archiveUntil: z.optional(instant),
    /** Whether the caller may decide it now. */
    canDecide: flag,
  },
  {
    ...rowNames,
    reason: 'motivo',
    decisionReason: 'motivo_decisione',
    reports: 'segnalazioni',
    users: 'utenti',
    records: 'schede',
    counts: 'esito',
    archiveUntil: 'archivio_fino_a',
    canDecide: 'flag_puo_decidere',
  },
)
export type RightsDetail = z.output<typeof rightsDetail>
