import { type AssociationStatus, associationForm, readOrganisationNumber, readWire } from '@portal/contract'
import type { Updateable } from 'kysely'
import { withoutDocuments } from '#features/associations/associations.rules.ts'
import { insertAssociationEvent } from '#features/associations/record/association-events.store.ts'
import {
  insertAssociation,
  insertCertificate,
  nextRequestPlace,
  replaceMembers,
} from '#features/associations/record/associations.store.ts'
import type { AssociationTables } from '#platform/database/tables/association.tables.ts'
import { unaudited } from '#platform/database/transaction.ts'
import type { Caller, Reply, TestApp } from './build-app.ts'
import { captchaAnswer } from './make.ts'
import { pdf } from './make-files.ts'
import { newVisitor, scanPaths, upload } from './upload.ts'

let lastNumber = 1_000_000_000

/** A VAT number that no other test has. */
export function newNumber(): string {
  lastNumber += 7
  const stem = String(lastNumber)
  const digit = Array.from({ length: 10 }, (_, index) => String(index)).find(
    (one) => 'value' in readOrganisationNumber(`${stem}${one}`),
  )
  return `${stem}${digit}`
}

/** Solves a captcha in the browser of a visitor. */
export async function solveCaptcha(visitor: Caller): Promise<void> {
  await visitor.raw('GET', '/v1/captcha?type=image&lang=it&t=1')
  await visitor.raw('GET', `/v1/captcha/checkCaptcha?answer=${captchaAnswer}`)
}

let files = 0

/** Uploads a PDF as a visitor; returns its reference on the wire. */
export async function uploadPdf(visitor: Caller, type: number) {
  files += 1
  const file = { name: `documento ${type}-${files}.pdf`, bytes: pdf(`% ${files}`) }
  const { body } = await upload(visitor, scanPaths.report, file)
  return { cmis_id: body.result.allegato.cmis_id as string, nomeFile: file.name, id_tipo_allegato: type }
}

const allTypes = [1, 2, 3, 4, 5, 6, 7]

export const uploadDocuments = async (visitor: Caller, types: readonly number[] = allTypes) => {
  const documents: Awaited<ReturnType<typeof uploadPdf>>[] = []
  for (const type of types) documents.push(await uploadPdf(visitor, type))
  return documents
}

/** The tax code of the demonstration account that may sign in as a contact. */
export const contactCode = 'DLLMNA91P49Z330K'

/** An application as callers send it. */
export const applicationOnWire = (documents: readonly object[], more: object = {}) => ({
  ragione_sociale: 'Voci del Quartiere',
  piva: newNumber(),
  id_tipo_anagrafica_pg: 1,
  data_costituzione: '2019-03-01T00:00:00.000Z',
  numero_iscritti: 120,
  anagrafica: {
    id_nazione: 105,
    id_regione: 12,
    indirizzo: 'Via Roma 1',
    cap: '00100',
    recapito_pri: '061234567',
    email: 'info@voci.example',
    sito_web: 'https://voci.example',
  },
  personaGiuridicaLegaleRappresentante: {
    nome: 'Mario',
    cognome: 'Bruni',
    cf: 'BRNMRA70A01H501R',
    data_nascita: '1970-01-01T00:00:00.000Z',
  },
  listaPersonaGiuridicaSottoGround: [{ id_ground: 1, priorita: 0 }],
  listaPersonaGiuridicaProgetto: [
    { nomeProgetto: 'Sportello', importo_finanziato: 5000, listaAmbitoProgetto: [{ id_ambito: 1 }] },
  ],
  listaPersonaGiuridicaReferente: [
    {
      nomeReferente: 'Amina',
      cognomeReferente: 'Diallo',
      cfReferente: contactCode,
      mailReferente: 'amina.diallo@demo.example',
    },
  ],
  trattamentoDatiPersonali: 1,
  listaAllegatoPersonaGiuridica: documents,
  ...more,
})

/** Sends an application with seven documents as a new visitor. */
export async function sendApplication(
  portal: TestApp,
  more: object = {},
): Promise<Reply & { visitor: Caller; sent: ReturnType<typeof applicationOnWire> }> {
  const visitor = newVisitor(portal)
  await solveCaptcha(visitor)
  const sent = applicationOnWire(await uploadDocuments(visitor), more)
  return { ...(await visitor.raw('POST', '/v1/noauth/add-pg', sent)), visitor, sent }
}

/** Sends the mails that wait. */
export async function deliverMails(portal: TestApp): Promise<void> {
  const { rows } = await portal.database.pool.query('select id from mails where sent_at is null order by id')
  for (const { id } of rows) await portal.services.outbox.deliver({ mailId: id })
}

/** The newest mail to an address, sent first where it still waits. */
export async function mailTo(portal: TestApp, address = 'info@voci.example') {
  await deliverMails(portal)
  return portal.letters.filter(({ to }) => to === address).at(-1)
}

/** The secret of the link in the newest mail to an address. */
export const secretIn = async (portal: TestApp, address?: string): Promise<string> =>
  /#\w+=([\w-]+)/.exec((await mailTo(portal, address))?.text ?? '')?.[1] ?? ''

/** The record of a number, as register staff read it. */
export async function recordOf(portal: TestApp, number: string) {
  const staff = await portal.as('registerAdmin')
  return (await staff.raw('GET', `/v1/associazioni/dettaglio/iscrizione/${number}`)).body.result
}

/** Performs an action of the office on an association; the version is the current one unless `more` has another. */
export async function act(
  portal: TestApp,
  caller: Caller,
  number: string,
  azione: string,
  more: object = {},
): Promise<Reply> {
  const { id_persona_giuridica, versione } = await recordOf(portal, number)
  return caller.raw('POST', '/v1/associazioni/cambia-stato', { id_persona_giuridica, versione, azione, ...more })
}

const checked = allTypes.map((id_tipo_allegato) => ({ id_tipo_allegato }))
export const checklist = { documenti_verificati: checked }
export const decree = { numero_decreto: '12/2026', data_decreto: '2026-11-20T00:00:00.000Z' }

/** An association that applied and was enrolled by decree. */
export async function enrol(portal: TestApp, more: object = {}): Promise<string> {
  const { sent } = await sendApplication(portal, more)
  await act(portal, await portal.as('registerAdmin'), sent.piva, 'approva', checklist)
  await act(portal, await portal.as('manager'), sent.piva, 'firma', decree)
  return sent.piva
}

/** Accepts what associations ask of a person who signed in: to act for them. */
export async function acceptInvitations(caller: Caller): Promise<number[]> {
  const { result } = (await caller.raw('GET', '/v1/associazioni/incarichi')).body
  const ids = result.map(({ id_persona_giuridica: id }: { id_persona_giuridica: number }) => id) as number[]
  for (const id of ids)
    await caller.raw('POST', '/v1/associazioni/incarichi', { id_persona_giuridica: id, flag_accettato: 1 })
  return ids
}

/** How a made association differs from a new request. Columns are those of the table `associations`. */
interface MadeAssociation {
  readonly status?: AssociationStatus
  readonly columns?: Updateable<AssociationTables['associations']>
  /** More of the application, as callers send it. */
  readonly wire?: object
  /** Accounts that may act for it as contacts. */
  readonly members?: readonly number[]
}

const enrolledColumns = {
  enrolledOn: '2026-01-10',
  expiresOn: '2027-01-10',
  certificateAt: new Date('2026-01-10'),
} as const
const closedColumns = { ...enrolledColumns, expiresOn: '2026-11-01', closedOn: '2026-11-01' } as const

/** What a record of each status has. */
const columnsOf: Readonly<Record<AssociationStatus, Updateable<AssociationTables['associations']>>> = {
  submitted: {},
  documentsAsked: { origin: 'submitted', documentsDueOn: '2026-12-10' },
  approvedToSign: { approvedOn: '2026-11-18' },
  enrolled: enrolledColumns,
  expired: closedColumns,
  removed: closedColumns,
  rejected: { closedOn: '2026-11-01' },
  renewalAsked: enrolledColumns,
  renewalApproved: enrolledColumns,
}

/**
 * Inserts an association without documents, as if it had reached its status, with the entry of its application in the
 * history: much faster than sending one. Returns its id and number.
 */
export async function makeAssociation(
  portal: TestApp,
  made: MadeAssociation = {},
): Promise<{ id: number; number: string }> {
  const { status = 'submitted', columns = {}, wire = {}, members = [] } = made
  const { inTransaction, vault } = portal.services
  const { values } = readWire(associationForm, applicationOnWire([], wire), '9999-12-31')
  const now = portal.clock.now()
  const requestYear = now.getUTCFullYear()
  return inTransaction(unaudited, async (tx) => {
    const requestPlace = await nextRequestPlace(tx, requestYear)
    const row = { status, language: 'it' as const, requestYear, requestPlace, requestedAt: now, statusSince: now }
    const id = await insertAssociation(tx, vault, { ...row, values: withoutDocuments(values) })
    const ofStatus = columnsOf[status]
    const enrolment = 'enrolledOn' in ofStatus && {
      enrolmentNumber: id,
      certificateCode: `CODE-${String(id).padStart(4, '0')}-TEST-TEST`,
    }
    await tx
      .updateTable('associations')
      .set({ status, ...ofStatus, ...enrolment, ...columns })
      .where('id', '=', id)
      .execute()
    const issued = { ...ofStatus, ...enrolment, ...columns }
    if (issued.certificateCode)
      await insertCertificate(tx, id, {
        certificateCode: issued.certificateCode,
        certificateAt: issued.certificateAt ?? now,
      })
    await insertAssociationEvent(tx, vault, {
      associationId: id,
      kind: 'apply',
      at: now,
      byUser: null,
      role: null,
      statusTo: 'submitted',
    })
    await replaceMembers(
      tx,
      vault,
      id,
      members.map((userId) => ({ userId, position: 'contact' })),
    )
    return { id, number: values.number ?? '' }
  })
}
