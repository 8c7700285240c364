import * as z from 'zod/mini'
import { readWire, writeWire } from '../kit/form.ts'
import { enumOnWire, flag, instant, onWire, plainDate, recordId } from '../kit/wire.ts'
import { isAssociation, type Report } from '../reports/report.form.ts'
import { type CaseValues, caseForm } from './case.form.ts'
import { caseStatus } from './case.workflow.ts'
import { caseActionDenials } from './case-actions.ts'

/** The state of a deadline: on time, due soon, late. */
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
    /** The next due date; none for a case that is closed or cancelled. */
    dueOn: z.optional(plainDate),
    dueState: z.optional(enumOnWire(dueStates)),
    /** Number of unread messages of the reporter. */
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
 * Whether only the day is known on which a case reached the office. A case that is entered later has noon of that day as its
 * instant, for the order of lists.
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
    /** When an operator entered the case; `createdAt` is when it reached the office. */
    insertedAt: instant,
    closedAt: z.optional(instant),
    /** When the operator of the case proposed to close it; RUP decides. */
    closingProposedAt: z.optional(instant),
    operatorId: z.optional(recordId),
    operator: z.optional(z.string()),
    /** Whether the caller entered the case. */
    isOwnEntry: flag,
    /** Whether the reporter wrote the narrative on the portal; the office cannot edit it. */
    isAsReceived: flag,
    protocolNumber: z.string(),
    version: z.int(),
    dueOn: z.optional(plainDate),
    dueState: z.optional(enumOnWire(dueStates)),
    unread: z.int(),
    /** Whether the caller may edit the case while no other user holds its lock. */
    mayEdit: flag,
    /** Why each action is unavailable to the user; null for an action that they may take. */
    actions: caseActionDenials,
    /** Whether another user holds the lock. */
    isConflict: flag,
    lockedBy: z.optional(z.string()),
    lockedSince: z.optional(instant),
    lockedUntil: z.optional(instant),
    /** When all identifying data was removed. */
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
/** A case as the detail shows it: the data of the case itself, and all values of the form. */
export type CaseDetail = CaseHead & { values: CaseValues }

const detailOnWire = z.record(z.string(), z.unknown())
const noFuture = '9999-12-31'

/** Decodes the form values of a case from the wire. */
export const caseValuesOf = (wire: object) => readWire(caseForm, wire, noFuture).values
export const caseValuesOnWire = (values: CaseValues): Record<string, unknown> => ({
  ...writeWire(caseForm, values),
  flag_associazione: isAssociation(values as Report) ? 1 : 0,
})

/** On the wire the form values are members of the same object as those of the case (specification 2 §3). */
export const caseDetail = z.codec(detailOnWire, z.custom<CaseDetail>(), {
  decode: (wire, context) => {
    // An error without a case must not be read as a case with missing members.
    const head = z.safeDecode(caseHead, wire as never)
    if (head.success) return { ...head.data, values: caseValuesOf(wire) }
    context.issues.push({ code: 'custom', input: wire, message: 'valore_non_valido' })
    return z.NEVER
  },
  encode: ({ values, ...head }) => ({ ...caseValuesOnWire(values), ...z.encode(caseHead, head) }),
})

/** The members of `caseDetail` without the form values, for the readable page of the API. */
export const caseHeadOnWire = caseHead
