import * as z from 'zod/mini'
import { readWire, writeWire } from '../kit/form.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId } from '../kit/wire.ts'
import { isAssociation, type Report } from '../reports/report.form.ts'
import { type CaseValues, caseForm } from './case.form.ts'
import { caseStatus } from './case.workflow.ts'
import { caseActionDenials } from './case-actions.ts'

/** How near the term of a case is: within it, soon over, over. */
export const dueStates = { onTime: 'nei_termini', soon: 'in_scadenza', late: 'in_ritardo' } as const
export type DueState = keyof typeof dueStates

/** A row of the case list (specification 2 §3); ids of the reference lists, whose labels the client holds. */
export const caseRow = onWire(
  'caso_in_lista',
  {
    id: recordId,
    code: z.string(),
    status: caseStatus,
    outcomeId: z.optional(recordId),
    isVirtual: z.optional(flag),
    createdAt: instant,
    fieldId: z.optional(recordId),
    modeId: z.optional(recordId),
    groundId: z.optional(recordId),
    subGroundId: z.optional(recordId),
    relevanceId: z.optional(recordId),
    placeProvince: z.optional(recordId),
    languageId: recordId,
    reporterTypeId: recordId,
    channelId: recordId,
    operatorId: z.optional(recordId),
    operator: z.optional(z.string()),
    protocolNumber: z.string(),
    version: z.int(),
    /** The day on which what waits is due; none once nothing does. */
    dueOn: z.optional(plainDate),
    dueState: z.optional(enumOnWire(dueStates)),
    /** Messages of the reporter that nobody has read. */
    unread: z.int(),
    /** The first words of the narrative. */
    excerpt: z.optional(z.string()),
  },
  {
    id: 'id_segnalazione',
    code: 'codice',
    status: 'id_stato',
    outcomeId: 'id_esito_finale',
    isVirtual: 'virtuale_fisico',
    createdAt: 'data_creazione',
    fieldId: 'id_ambito',
    modeId: 'id_modalita_discriminazione',
    groundId: 'id_ground',
    subGroundId: 'id_sotto_ground',
    relevanceId: 'id_pertinenza',
    placeProvince: 'id_provincia_luogo',
    languageId: 'id_lingua',
    reporterTypeId: 'id_segnalante',
    channelId: 'id_canale',
    operatorId: 'id_operatore',
    operator: 'operatore',
    protocolNumber: 'numero_protocollo',
    version: 'versione',
    dueOn: 'data_scadenza',
    dueState: 'scadenza',
    unread: 'messaggi_non_letti',
    excerpt: 'inizio_resoconto',
  },
)
export type CaseRow = z.output<typeof caseRow>

/**
 * Whether the day alone is known on which a case reached the office: one that is entered later is given noon of that day, for the
 * order of lists.
 */
export const isReceivedByDay = ({ createdAt, insertedAt }: { createdAt: Date; insertedAt: Date }) =>
  createdAt.getTime() !== insertedAt.getTime()

const caseHead = onWire(
  'segnalazione',
  {
    id: recordId,
    code: z.string(),
    status: caseStatus,
    createdAt: instant,
    /** When it was entered here; its creation is when it reached the office. */
    insertedAt: instant,
    closedAt: z.optional(instant),
    /** Since when it waits for RUP to close it, as whoever works on it proposed. */
    closingProposedAt: z.optional(instant),
    operatorId: z.optional(recordId),
    operator: z.optional(z.string()),
    /** Whether whoever asks entered it. */
    isOwnEntry: flag,
    /** Whether the reporter told it on the portal, in words that stay as they are. */
    isAsReceived: flag,
    protocolNumber: z.string(),
    version: z.int(),
    dueOn: z.optional(plainDate),
    dueState: z.optional(enumOnWire(dueStates)),
    unread: z.int(),
    /** Whether whoever asks may change it, if nobody else holds its lock. */
    mayEdit: flag,
    /** What the user may do to the case today: null for each action that they may, else why not. */
    actions: caseActionDenials,
    /** True where somebody else holds the lock. */
    isConflict: flag,
    lockedBy: z.optional(z.string()),
    lockedSince: z.optional(instant),
    lockedUntil: z.optional(instant),
    /** When all that tells who somebody is was taken out. */
    pseudonymisedAt: z.optional(instant),
  },
  {
    id: 'id_segnalazione',
    code: 'codice',
    status: 'id_stato',
    createdAt: 'data_creazione',
    insertedAt: 'data_inserimento',
    closedAt: 'data_chiusura',
    closingProposedAt: 'data_proposta_chiusura',
    operatorId: 'id_operatore',
    operator: 'operatore',
    isOwnEntry: 'flag_inserita_da_me',
    isAsReceived: 'flag_racconto_ricevuto',
    protocolNumber: 'numero_protocollo',
    version: 'versione',
    dueOn: 'data_scadenza',
    dueState: 'scadenza',
    unread: 'messaggi_non_letti',
    mayEdit: 'flag_modificabile',
    actions: 'azioni',
    isConflict: 'isConflict',
    lockedBy: 'bloccato_da',
    lockedSince: 'bloccato_dal',
    lockedUntil: 'bloccato_fino_al',
    pseudonymisedAt: 'data_pseudonimizzazione',
  },
)

export type CaseHead = z.output<typeof caseHead>
/** A case as the detail shows it: its own data, and everything that is told and written of it. */
export type CaseDetail = CaseHead & { values: CaseValues }

const detailOnWire = z.record(z.string(), z.unknown())
const noFuture = '9999-12-31'

/** What is told and written of a case, on the wire and back. */
export const caseValuesOf = (wire: object) => readWire(caseForm, wire, noFuture).values
export const caseValuesOnWire = (values: CaseValues): Record<string, unknown> => ({
  ...writeWire(caseForm, values),
  flag_associazione: isAssociation(values as Report) ? 1 : 0,
})

/** On the wire the values stand beside the case's own members, as the report was sent (specification 2 §3). */
export const caseDetail = z.codec(detailOnWire, z.custom<CaseDetail>(), {
  decode: (wire, context) => {
    // A refusal without a case is none: it must not be taken for a broken one.
    const head = z.safeDecode(caseHead, wire as never)
    if (head.success) return { ...head.data, values: caseValuesOf(wire) }
    context.issues.push({ code: 'custom', input: wire, message: 'valore_non_valido' })
    return z.NEVER
  },
  encode: ({ values, ...head }) => ({ ...caseValuesOnWire(values), ...z.encode(caseHead, head) }),
})

/** The members of `caseDetail` that are the case's own, for the readable page of the API. */
export const caseHeadOnWire = caseHead
