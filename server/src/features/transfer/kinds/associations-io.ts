import { type AssociationStatus, type AssociationValues, dayIn, type FieldError, officeZone } from '@portal/contract'
import {
  columnsOfValues,
  insertCertificates,
  listAssociationsAfter,
  listCertificates,
  listCurrentNumbers,
  listMembersAfter,
  listTakenNumbers,
  nextRequestPlace,
  openAssociation,
  type RequestNumber,
  raiseRequestPlaces,
  sealedAssociations,
  shownValues,
} from '#features/associations/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, sealRows } from '#platform/protection/sealed-rows.ts'
import { memberships, sealedMemberships } from '#platform/session/memberships.ts'
import { type KindIo, type LinkedRecord, linkOf, type NewRecord, optionalLink } from '../transfer-kind-io.ts'

type Head = NewRecord<'association'>['head']

const closed: readonly AssociationStatus[] = ['removed', 'rejected']
const valuesOf = ({ values }: NewRecord<'association'>) => shownValues(values as AssociationValues)
const requestOf = ({ requestYear: year, requestPlace: place }: Head): RequestNumber | undefined =>
  year !== undefined && place !== undefined ? { year, place } : undefined
const textOf = ({ year, place }: RequestNumber) => `${year}/${place}`
/** The VAT number or tax code, which one request or enrolment at a time may have. */
const currentNumberOf = (record: NewRecord<'association'>) =>
  closed.includes(record.head.status) ? undefined : valuesOf(record).number
const codesOf = ({ certificates = [] }: Head) => certificates.map(({ code }) => code)

/** What of an association no other one has, as texts, by the member that says it. */
function numbersOf(record: NewRecord<'association'>): (FieldError & { readonly value: string })[] {
  const { head } = record
  const request = requestOf(head)
  const number = currentNumberOf(record)
  return [
    ...(request
      ? [{ path: 'progressivo_richiesta', message: 'numero_registro_presente', value: textOf(request) } as const]
      : []),
    ...(head.enrolmentNumber === undefined
      ? []
      : [
          {
            path: 'numero_iscrizione',
            message: 'numero_registro_presente',
            value: String(head.enrolmentNumber),
          } as const,
        ]),
    ...(number === undefined ? [] : [{ path: 'piva', message: 'codice_presente', value: number } as const]),
    ...codesOf(head).map((value) => ({ path: 'attestati', message: 'codice_presente', value }) as const),
  ]
}

const halfNumber = ({ requestYear, requestPlace }: Head): FieldError[] =>
  (requestYear === undefined) === (requestPlace === undefined)
    ? []
    : [{ path: requestYear === undefined ? 'anno_richiesta' : 'progressivo_richiesta', message: 'campo_obbligatorio' }]

/** The numbers of the requests: their own, which the counters then pass, or the next ones of their years. */
async function takeNumbers(tx: Db, records: readonly LinkedRecord<'association'>[]): Promise<RequestNumber[]> {
  await raiseRequestPlaces(
    tx,
    records.flatMap(({ head }) => requestOf(head) ?? []),
  )
  const taken: RequestNumber[] = []
  for (const { head } of records) {
    const year = Number(dayIn(officeZone, head.requestedAt).slice(0, 4))
    taken.push(requestOf(head) ?? { year, place: await nextRequestPlace(tx, year) })
  }
  return taken
}

/** Days and words that may be absent, by their names in the head and in the row. */
const optionalFacts = [
  'origin',
  'enrolmentNumber',
  'approvedOn',
  'enrolledOn',
  'renewedOn',
  'expiresOn',
  'closedOn',
  'decreeDate',
  'documentsDueOn',
  'rejectionWarnedOn',
  'remindedOn',
  'removalRequestedOn',
  'renewalRequestedOn',
  'renewedFrom',
  'renewalWarnedOn',
] as const
type OptionalFacts = { [K in (typeof optionalFacts)[number]]: Exclude<Head[K], undefined> | null }
/** The same, which are sealed. */
const sealedFacts = ['decreeNumber', 'missingItems'] as const
const requiredFacts = ['status', 'language', 'requestedAt', 'statusSince'] as const

/** The certificate in force is the one that no other took the place of. */
const certificateOf = ({ certificates = [] }: Head) => certificates.findLast(({ facts }) => facts === undefined)

function rowOf(record: LinkedRecord<'association'>, request: RequestNumber) {
  const { id, head, links } = record
  const certificate = certificateOf(head)
  const sealed = sealedFacts.flatMap((name) => (head[name] === undefined ? [] : [[name, head[name]]]))
  return {
    ...columnsOfValues(valuesOf(record)),
    // `fromEntries` loses the names.
    ...(Object.fromEntries(optionalFacts.map((name) => [name, head[name] ?? null])) as OptionalFacts),
    ...(Object.fromEntries(sealed) as Pick<Head, (typeof sealedFacts)[number]>),
    id,
    status: head.status,
    language: head.language ?? 'it',
    requestYear: request.year,
    requestPlace: request.place,
    requestedAt: head.requestedAt,
    statusSince: head.statusSince ?? head.requestedAt,
    isTermExtended: head.isTermExtended ?? false,
    checkedDocuments: head.checkedDocuments ?? [],
    previousId: optionalLink(links, 'previous'),
    certificateCode: certificate?.code ?? null,
    certificateAt: certificate?.issuedAt ?? null,
  }
}

type Opened = Awaited<ReturnType<typeof openAssociation>>
type Certificate = NonNullable<Head['certificates']>[number]

function factsOf(row: Opened, certificates: readonly Certificate[]): Partial<Head> {
  const names = [...requiredFacts, ...optionalFacts, ...sealedFacts]
  const present = names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, row[name]]]))
  // A record from before the register has no number of a request.
  const request = row.requestPlace > 0 ? { requestYear: row.requestYear, requestPlace: row.requestPlace } : {}
  return {
    ...Object.fromEntries(present),
    ...request,
    isTermExtended: row.isTermExtended || undefined,
    checkedDocuments: row.checkedDocuments.length > 0 ? [...row.checkedDocuments] : undefined,
    certificates: certificates.length > 0 ? [...certificates] : undefined,
  }
}

/** Associations with their requests and enrolments. Their documents, people, history and letters are kinds of their own. */
export const associationsIo: KindIo<'association'> = {
  table: 'associations',

  uniqueOf: numbersOf,

  async errorsOf({ vault }, db, records) {
    const heads = records.map(({ head }) => head)
    const taken = await listTakenNumbers(db, {
      requests: heads.flatMap((head) => requestOf(head) ?? []),
      enrolments: heads.flatMap(({ enrolmentNumber }) => enrolmentNumber ?? []),
      codes: heads.flatMap(codesOf),
    })
    const current = await listCurrentNumbers(
      db,
      vault,
      records.flatMap((record) => currentNumberOf(record) ?? []),
    )
    return records.map((record) => [
      ...halfNumber(record.head),
      ...numbersOf(record)
        .filter(({ path, value }) => (path === 'piva' ? current : taken).has(value))
        .map(({ path, message }) => ({ path, message })),
    ])
  },

  async write({ vault }, tx, records) {
    const numbers = await takeNumbers(tx, records)
    const rows = records.map((record, index) => rowOf(record, numbers[index] ?? { year: 0, place: 0 }))
    await insertSealedRows(tx, sealRows(vault, sealedAssociations, rows))
    await insertCertificates(
      tx,
      records.flatMap(({ id, head }) => (head.certificates ?? []).map((each) => ({ ...each, associationId: id }))),
    )
  },

  async read({ vault }, db, after, limit) {
    const rows = await listAssociationsAfter(db, after, limit)
    const certificates = await listCertificates(
      db,
      rows.map(({ id }) => id),
    )
    return Promise.all(
      rows.map(async (sealed) => {
        const row = await openAssociation(vault, sealed)
        const own = certificates
          .filter(({ associationId }) => associationId === row.id)
          .map(({ code, issuedAt, facts }) => ({ code, issuedAt, facts: facts ?? undefined }))
        return {
          id: row.id,
          facts: factsOf(row, own),
          values: row.values,
          links: { previous: row.previousId ?? undefined },
        }
      }),
    )
  },
}

/** The people who may act for an association: accounts with a position. */
export const membersIo: KindIo<'member'> = {
  table: 'association_people',

  uniqueOf: ({ head }) => [
    {
      path: 'chiave_operatore',
      message: 'referente_ripetuto',
      value: [head.associationKey, head.account, head.position].join(' '),
    },
  ],

  async write({ vault }, tx, records) {
    const rows = records.map(({ id, head, links }) => {
      const member = {
        associationId: linkOf(links, 'associationKey'),
        userId: linkOf(links, 'account'),
        position: head.position,
      }
      return { ...member, id, claims: memberships.claimsOf(member) }
    })
    await insertSealedRows(tx, sealRows(vault, sealedMemberships, rows))
  },

  async read({ vault }, db, after, limit) {
    const rows = await listMembersAfter(db, vault, after, limit)
    return rows.map(({ id, associationId, userId, position }) => ({
      id,
      facts: { position },
      values: {},
      links: { associationKey: associationId, account: userId },
    }))
  },
}
