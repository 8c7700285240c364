import * as z from 'zod/mini'
import { readWire, writeWire } from '../kit/form.ts'
import { flag, instant, onWire, recordId } from '../kit/wire.ts'
import type { Report } from '../reports/report.form.ts'
import { isAssociation, reportForm } from '../reports/report.form.ts'
import { caseStatus } from './case.workflow.ts'

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
    languageId: recordId,
    reporterTypeId: recordId,
    channelId: recordId,
    operator: z.optional(z.string()),
    protocolNumber: z.string(),
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
    languageId: 'id_lingua',
    reporterTypeId: 'id_segnalante',
    channelId: 'id_canale',
    operator: 'operatore',
    protocolNumber: 'numero_protocollo',
  },
)
export type CaseRow = z.output<typeof caseRow>

const caseHead = onWire(
  'segnalazione',
  {
    id: recordId,
    code: z.string(),
    status: caseStatus,
    createdAt: instant,
    channelId: recordId,
    operator: z.optional(z.string()),
    protocolNumber: z.string(),
    version: z.int(),
    /** When all that tells who somebody is was taken out. */
    pseudonymisedAt: z.optional(instant),
  },
  {
    id: 'id_segnalazione',
    code: 'codice',
    status: 'id_stato',
    createdAt: 'data_creazione',
    channelId: 'id_canale',
    operator: 'operatore',
    protocolNumber: 'numero_protocollo',
    version: 'versione',
    pseudonymisedAt: 'data_pseudonimizzazione',
  },
)

type Head = z.output<typeof caseHead>
/** A case as the detail shows it: its own data and the report as it was received. */
export type CaseDetail = Head & { report: Report }

const detailOnWire = z.record(z.string(), z.unknown())

/** On the wire the report's members stand beside the case's own, as the report was sent (specification 2 §3). */
export const caseDetail = z.codec(detailOnWire, z.custom<CaseDetail>(), {
  decode: (wire) => ({
    ...z.decode(caseHead, wire as never),
    report: readWire(reportForm, wire, '9999-12-31').values as Report,
  }),
  encode: ({ report, ...head }) => ({
    ...writeWire(reportForm, report),
    flag_associazione: isAssociation(report) ? 1 : 0,
    ...z.encode(caseHead, head),
  }),
})

/** The members of `caseDetail` that are the case's own, for the readable page of the API. */
export const caseHeadOnWire = caseHead
