import { type AssociationValues, addDays, dayIn, officeZone, type PlainDate } from '@portal/contract'
import type { Db } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { insertAssociationEvent } from './record/association-events.store.ts'
import {
  findAssociation,
  insertAssociation,
  insertCertificate,
  nextEnrolmentNumber,
  nextRequestPlace,
  replaceMembers,
  updateAssociation,
} from './record/associations.store.ts'

/** The association of every demonstration installation; its number belongs to an office (000) that does not exist. */
export const demoAssociation = {
  /** The tax code of its contact, who is a demonstration account. */
  member: 'DLLMNA91P49Z330K',
  values: {
    name: 'Ponti e Porte',
    number: '99000010001',
    typeId: 3,
    formedOn: '2015-05-12' as PlainDate,
    memberCount: 140,
    seatNation: 105,
    seatRegion: 12,
    seatProvince: 58,
    seatCity: 8501,
    seatAddress: 'Via Verdi 12',
    seatPostalCode: '00185',
    representativeFirstName: 'Marta',
    representativeLastName: 'Ravelli',
    representativeTaxCode: 'RVLMRT70D52X999Y',
    representativeBirthDate: '1970-04-12' as PlainDate,
    mainGroundId: 1,
    mainSubGroundId: 102,
    secondaryGrounds: [{ groundId: 2, subGroundId: 202 }],
    projects: [
      { name: 'Sportello delle porte aperte', fieldIds: [1, 2], funderId: 4, amount: 24_000 },
      { name: 'Ponti a scuola', fieldIds: [3], funderId: 6, amount: 9_500 },
    ],
    contacts: [
      {
        firstName: 'Amina',
        lastName: 'Diallo',
        taxCode: 'DLLMNA91P49Z330K',
        email: 'amina.diallo@demo.example',
        phone: '+393001234567',
      },
    ],
    email: 'info@pontieporte.example',
    pec: 'pontieporte@pec.esempio.example',
    phone: '+393007654321',
    website: 'https://www.pontieporte.example',
    consent: true,
  } satisfies AssociationValues,
}

/** Days from the decree to today; the enrolment ends 25 days from today, so that its renewal can be requested. */
const enrolledSince = 340

interface People {
  readonly contact: number
  readonly admin: number | undefined
  readonly manager: number | undefined
}

const yearOf = (day: PlainDate) => Number(day.slice(0, 4))

/** The record of the demonstration association: the bare one of an earlier version, or a new one. */
async function findOrInsert(tx: Db, vault: Vault, requestedAt: Date): Promise<number | undefined> {
  const found = await tx
    .selectFrom('associations')
    .select(['id', 'enrolmentNumber'])
    .where('isDemo', '=', true)
    .executeTakeFirst()
  if (found) return found.enrolmentNumber === null ? found.id : undefined
  const { values } = demoAssociation
  const requestYear = yearOf(dayIn(officeZone, requestedAt))
  return insertAssociation(tx, vault, {
    values,
    status: 'enrolled',
    language: 'it',
    requestYear,
    requestedAt,
    requestPlace: await nextRequestPlace(tx, requestYear),
    statusSince: requestedAt,
  })
}

/** Adds the demonstration association, enrolled, with its history; nothing changes where it is complete already. */
export async function addDemoAssociation(tx: Db, vault: Vault, now: Date, people: People): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const [requestedAt, approvedAt, signedAt] = [ago(enrolledSince + 40), ago(enrolledSince + 9), ago(enrolledSince)]
  const id = await findOrInsert(tx, vault, requestedAt)
  const row = id === undefined ? undefined : await findAssociation(tx, vault, id)
  if (!row) return
  const decreeDate = dayIn(officeZone, signedAt)
  const expiresOn = addDays(decreeDate, 365)
  const certificate = { certificateCode: 'DEMO-PQRT-2345-PRTE', certificateAt: signedAt }
  await updateAssociation(tx, vault, row, {
    values: demoAssociation.values,
    status: 'enrolled',
    statusSince: signedAt,
    approvedOn: dayIn(officeZone, approvedAt),
    enrolledOn: decreeDate,
    expiresOn,
    decreeDate,
    decreeNumber: `41/${yearOf(decreeDate)}`,
    enrolmentNumber: await nextEnrolmentNumber(tx),
    remindedOn: addDays(expiresOn, -30),
    checkedDocuments: [1, 2, 3, 4, 5, 6, 7],
    ...certificate,
  })
  await insertCertificate(tx, row.id, certificate)
  await tx.updateTable('associations').set({ isDemo: true }).where('id', '=', row.id).execute()
  await replaceMembers(tx, vault, row.id, [{ userId: people.contact, position: 'contact' }])
  const event = { associationId: row.id, role: null, byUser: null }
  await insertAssociationEvent(tx, vault, { ...event, kind: 'apply', at: requestedAt, statusTo: 'submitted' })
  await insertAssociationEvent(tx, vault, {
    ...event,
    kind: 'approve',
    at: approvedAt,
    statusFrom: 'submitted',
    statusTo: 'approvedToSign',
    ...(people.admin !== undefined && { byUser: people.admin, role: 'registerAdmin' }),
  })
  await insertAssociationEvent(tx, vault, {
    ...event,
    kind: 'sign',
    at: signedAt,
    statusFrom: 'approvedToSign',
    statusTo: 'enrolled',
    ...(people.manager !== undefined && { byUser: people.manager, role: 'manager' }),
  })
}
