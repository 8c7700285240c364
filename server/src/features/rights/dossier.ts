import type { CaseRow } from '@portal/contract'
import { listRowsOfCases, openSealed } from '#platform/protection/sealed-rows.ts'
import type { AnySealedTable } from '#platform/protection/sealed-table.ts'
import { reportCode } from '#platform/report-code.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import type { DossierFile } from './attached-files.ts'
import { listHistory } from './dossier.store.ts'
import { listMails } from './mails.store.ts'
import { listOthers, type StoredRequest } from './requests.store.ts'
import { listCasesById, listRecords, listUsers } from './subject.store.ts'
import { anyTable, type Found, type Search, tablesOfCase } from './subject.ts'

type Values = Readonly<Record<string, unknown>>

/** What there is of a person in one case. */
export interface CaseDossier {
  readonly head: CaseRow
  readonly closedAt: Date | null
  /** The rows of every protected table that hang on the case, opened. */
  readonly tables: readonly { readonly table: string; readonly rows: readonly Values[] }[]
  readonly history: Awaited<ReturnType<typeof listHistory>>
}

export interface FoundWithFiles extends Found {
  readonly files: readonly DossierFile[]
}

export type Dossier = ReturnType<typeof openDossier>

/** Not about the person: how the row is sealed, and what a pin is checked against. */
const technical = ['keyId', 'pinHash']

const filled = (row: object, omitted: readonly string[]): Values =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => value !== null && !omitted.includes(key)))

/** Everything that there is of a person, read piece by piece. */
export function openDossier(
  search: Search,
  request: StoredRequest,
  { caseIds, userIds, records, files }: FoundWithFiles,
) {
  const { db, vault, tables, productTag } = search

  const openRow = async (table: AnySealedTable, row: Values) =>
    filled(await openSealed(vault, anyTable(table), row[table.key] as number, row), [
      ...technical,
      ...Object.values(table.unique ?? {}),
    ])

  // Files are told as files.
  const tablesWithRows = tablesOfCase(tables).filter(({ table }) => !('files' in table.ends))

  const rowsOf = async (caseId: number, { table, withCase }: ReturnType<typeof tablesOfCase>[number]) => {
    const rows = await listRowsOfCases(db, table, { withCase }, [caseId])
    return { table: table.table, rows: await Promise.all(rows.map((row) => openRow(table, row))) }
  }

  async function readCase(caseId: number): Promise<CaseDossier | undefined> {
    const [row] = await listCasesById(db, [caseId])
    if (!row) return undefined
    const code = reportCode(productTag, row.protocolYear, row.protocolNumber)
    return {
      head: { ...(filled(row, []) as unknown as CaseRow), code, protocolNumber: code, unread: 0 },
      closedAt: row.closedAt,
      tables: await Promise.all(tablesWithRows.map((table) => rowsOf(caseId, table))),
      history: await listHistory(db, caseId),
    }
  }

  return {
    request,
    caseIds,
    files,

    async *cases() {
      for (const caseId of caseIds) {
        const found = await readCase(caseId)
        if (found) yield found
      }
    },

    users: async (): Promise<Values[]> =>
      Promise.all((await listUsers(db, userIds)).map((row) => openRow(sealedUsers, row as unknown as Values))),

    /** What the registry has of them, opened. */
    async *records() {
      for (const { table, ids } of records)
        for (const row of await listRecords(db, table, ids))
          yield { table: table.table, row: await openRow(table, row) }
    },

    async *mails() {
      for (const caseId of caseIds) yield* await listMails(db, vault, caseId)
    },

    requests: () => listOthers(db, vault, request, { caseIds }),
  }
}
