import { type CaseValues, dayIn, type FieldError, officeZone } from '@portal/contract'
import { sql } from 'kysely'
import {
  caseColumns,
  caseRowOf,
  normalizeCaseValues,
  renamedCaseColumns,
  reportColumns,
  reportValuesOf,
  valuesOf,
} from '#features/cases/index.ts'
import { nextProtocolNumbers, raiseProtocolNumbers, sealedReports, sealReport } from '#features/reports/index.ts'
import { insertRows } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { insertSealedRows, openSealed } from '#platform/protection/sealed-rows.ts'
import { type KindIo, type LinkedRecord, type NewRecord, optionalLink } from '../transfer-kind-io.ts'

type Head = NewRecord<'case'>['head']
interface Numbered {
  readonly year: number
  readonly number: number
}

const yearOf = ({ createdAt }: Head) => Number(dayIn(officeZone, createdAt).slice(0, 4))
const numberOf = ({ protocolYear, protocolNumber }: Head): Numbered | undefined =>
  protocolYear !== undefined && protocolNumber !== undefined
    ? { year: protocolYear, number: protocolNumber }
    : undefined
const textOf = ({ year, number }: Numbered) => `${year}/${number}`

/** The links to the registry, by the members of the head that say them. */
const linkKeys = {
  reporterPerson: ['chiave_persona_segnalante', 'reporterPersonId'],
  reporterOrganisation: ['chiave_ente_segnalante', 'reporterOrganisationId'],
  victimPerson: ['chiave_persona_vittima', 'victimPersonId'],
} as const satisfies Partial<Record<keyof Head, readonly [wire: string, key: keyof CaseValues]>>

/** The links that the form of the case hides, such as a victim beside a reporter who is the victim: they would be lost. */
function errorsOfLinks({ head, values }: NewRecord<'case'>): FieldError[] {
  const named = Object.entries(linkKeys).filter(([name]) => head[name as keyof typeof linkKeys] !== undefined)
  const shown = normalizeCaseValues({ ...values, ...Object.fromEntries(named.map(([, [, key]]) => [key, 1])) })
  return named
    .filter(([, [, key]]) => shown[key] === undefined)
    .map(([, [path]]) => ({ path, message: 'riferimento_nascosto' }))
}

async function listTaken(db: Db, numbers: readonly Numbered[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Numbered>`
    select protocol_year as year, protocol_number as number from cases
    join unnest(${numbers.map(({ year }) => year)}::int[], ${numbers.map(({ number }) => number)}::int[]) as given (year, number)
      on protocol_year = given.year and protocol_number = given.number`.execute(db)
  return new Set(rows.map(textOf))
}

/** The numbers of cases: their own, which the counters then pass, or the next ones of their years. */
async function takeNumbers(tx: Db, records: readonly LinkedRecord<'case'>[]): Promise<Numbered[]> {
  await raiseProtocolNumbers(
    tx,
    records.flatMap(({ head }) => numberOf(head) ?? []),
  )
  const taken: Numbered[] = []
  for (const { head } of records) {
    const year = yearOf(head)
    taken.push(numberOf(head) ?? { year, number: await nextProtocolNumbers(tx, year, 1) })
  }
  return taken
}

function valuesFrom({ values, links }: LinkedRecord<'case'>): CaseValues {
  const linked = {
    reporterPersonId: optionalLink(links, 'reporterPerson'),
    reporterOrganisationId: optionalLink(links, 'reporterOrganisation'),
    victimPersonId: optionalLink(links, 'victimPerson'),
  }
  const present = Object.fromEntries(Object.entries(linked).filter(([, id]) => id !== null))
  return normalizeCaseValues({ ...values, ...present })
}

const rowOf = ({ id, head, links }: LinkedRecord<'case'>, values: CaseValues, { year, number }: Numbered) => ({
  ...caseRowOf(values),
  id,
  protocolYear: year,
  protocolNumber: number,
  status: head.status,
  createdBy: optionalLink(links, 'createdBy'),
  assignedTo: optionalLink(links, 'assignedTo'),
  createdAt: head.createdAt,
  insertedAt: head.insertedAt ?? head.createdAt,
  workedFrom: head.workedFrom ?? head.createdAt,
  statusSince: head.statusSince ?? head.closedAt ?? head.createdAt,
  closedAt: head.closedAt ?? null,
  closingProposedAt: head.closingProposedAt ?? null,
  pseudonymisedAt: head.pseudonymisedAt ?? null,
  awaitsLetter: head.awaitsLetter ?? null,
})

const facts = [
  'protocolYear',
  'protocolNumber',
  'cases.status',
  'createdAt',
  'insertedAt',
  'workedFrom',
  'statusSince',
  'closedAt',
  'closingProposedAt',
  'pseudonymisedAt',
  'awaitsLetter',
] as const

const listAfter = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('cases')
    .innerJoin('reports', 'reports.caseId', 'cases.id')
    .select(['cases.id', 'cases.createdBy', 'cases.assignedTo'])
    .select(renamedCaseColumns.map((column) => `cases.${column}` as const))
    .select([...facts, 'reports.pinHash'])
    .select(caseColumns.map((column) => `cases.${column}` as const))
    .select(reportColumns.map((column) => `reports.${column}` as const))
    .where('cases.id', '>', after)
    .orderBy('cases.id')
    .limit(limit)
    .execute()

/** Cases with the reports they came from. Their history, messages and comments are kinds of their own. */
export const casesIo: KindIo<'case'> = {
  table: 'cases',

  uniqueOf({ head }) {
    const number = numberOf(head)
    return number ? [{ path: 'numero', message: 'numero_presente', value: textOf(number) }] : []
  },

  async errorsOf(_needs, db, records) {
    const numbers = records.map(({ head }) => numberOf(head))
    const taken = await listTaken(
      db,
      numbers.flatMap((number) => number ?? []),
    )
    return records.map((record, index) => {
      const { head } = record
      const number = numbers[index]
      const isHalf = (head.protocolYear === undefined) !== (head.protocolNumber === undefined)
      return [
        ...(number && taken.has(textOf(number)) ? [{ path: 'numero', message: 'numero_presente' } as const] : []),
        ...(isHalf ? [{ path: head.protocolYear ? 'numero' : 'anno', message: 'campo_obbligatorio' } as const] : []),
        ...errorsOfLinks(record),
        ...(head.status === 'closed' && !head.closedAt
          ? [{ path: 'data_chiusura', message: 'campo_obbligatorio' } as const]
          : []),
      ]
    })
  },

  async write({ vault }, tx, records) {
    const values = records.map(valuesFrom)
    const reports = records.map(({ id, head }, index) => ({
      ...reportValuesOf(values[index] ?? {}),
      caseId: id,
      receivedAt: head.createdAt,
      pinHash: head.pinHash,
    }))
    const sealed = sealReport(vault, ...reports)
    // The lock of the numbers makes reports wait, so it comes after the values are sealed.
    const numbers = await takeNumbers(tx, records)
    const rows = records.map((record, index) =>
      rowOf(record, values[index] ?? {}, numbers[index] ?? { year: 0, number: 0 }),
    )
    await insertRows(tx, 'cases', rows)
    await insertSealedRows(tx, sealed)
  },

  async read({ vault }, db, after, limit) {
    const rows = await listAfter(db, after, limit)
    return Promise.all(
      rows.map(async (row) => {
        const opened = await openSealed(vault, sealedReports, row.id, row)
        const { reporterPersonId, reporterOrganisationId, victimPersonId, ...values } = valuesOf({
          ...opened,
          // The month of a pseudonymised case stays with it.
          pseudonymisedAt: null,
        })
        return {
          id: row.id,
          facts: {
            protocolYear: row.protocolYear,
            protocolNumber: row.protocolNumber,
            status: row.status,
            createdAt: row.createdAt,
            insertedAt: row.insertedAt,
            workedFrom: row.workedFrom,
            statusSince: row.statusSince,
            closedAt: row.closedAt ?? undefined,
            closingProposedAt: row.closingProposedAt ?? undefined,
            pseudonymisedAt: row.pseudonymisedAt ?? undefined,
            awaitsLetter: row.awaitsLetter ?? undefined,
            pinHash: opened.pinHash ?? undefined,
          },
          values,
          links: {
            createdBy: row.createdBy ?? undefined,
            assignedTo: row.assignedTo ?? undefined,
            reporterPerson: reporterPersonId,
            reporterOrganisation: reporterOrganisationId,
            victimPerson: victimPersonId,
          },
        }
      }),
    )
  },
}
