import { setImmediate as breathe } from 'node:timers/promises'
import type { MessageKey, NewOperator, RowError } from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import type { Db } from '#platform/database/transaction.ts'
import { BudgetExceededError } from '#platform/parsing/budget.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { sealedUsers } from '#platform/session/sealed-users.ts'
import type { Table, TableFile } from './read-table.ts'
import { headingErrors, inOrder, type JudgedRow, judgeRow, repetitions, rowsAtMost } from './upload.rules.ts'
import { listTaken } from './uploads.store.ts'

/** The result of validating a file; `accounts` is complete when there are no errors. */
export interface Judgement {
  readonly rows: number
  /** Number of rows without errors. */
  readonly valid: number
  readonly accounts: readonly NewOperator[]
  readonly errors: readonly RowError[]
}

const slice = 50

/** Processes rows one by one, and yields to other calls in between. */
async function inSlices<T>(rows: readonly T[], work: (row: T) => void): Promise<void> {
  for (const [index, row] of rows.entries()) {
    if (index % slice === slice - 1) await breathe()
    work(row)
  }
}

/** What of a file cannot be read, row by row, for a reason. */
const unjudged = (errors: readonly RowError[], rows = 0): Judgement => ({ rows, errors, valid: 0, accounts: [] })

/** What cannot be read at all. */
export const unread = (code: MessageKey): Judgement => unjudged([{ row: 1, field: 'contenuto', code }])

/** The unique values of a row. */
type Known = Pick<JudgedRow, 'row' | 'taxCode' | 'mail'>

interface Search {
  readonly db: Db
  readonly vault: Vault
  /** The upload under way: rows that it wrote itself do not count as taken. */
  readonly runId?: number
}

/** The rows whose tax code or mail address belongs to an account already, under any key. */
export async function findTaken({ db, vault, runId }: Search, rows: readonly Known[]): Promise<RowError[]> {
  const taxCodes = new Map<string, number>()
  const mails = new Map<string, number>()
  await inSlices(rows, ({ row, taxCode, mail }) => {
    for (const token of taxCode ? vault.uniqueTokens(sealedUsers, 'taxCode', taxCode) : []) taxCodes.set(token, row)
    for (const token of mail ? vault.uniqueTokens(sealedUsers, 'mail', mail) : []) mails.set(token, row)
  })
  const takenCodes = await listTaken(db, 'taxCodeToken', [...taxCodes.keys()], runId)
  const takenMails = await listTaken(db, 'mailToken', [...mails.keys()], runId)
  return [
    ...takenCodes.map((token) => ({ row: taxCodes.get(token) ?? 0, field: 'cf', code: 'utenza_presente' })),
    ...takenMails.map((token) => ({ row: mails.get(token) ?? 0, field: 'mail', code: 'mail_presente' })),
  ]
}

/** Reads the rows of a file in another process; throws `BudgetExceededError`. */
export type ReadTable = (file: TableFile) => Promise<Table>

/**
 * Validates a file of accounts: each row, duplicates within the file, and conflicts with existing accounts. Writes nothing. Throws
 * 400 for a file that exceeds the budget for reading.
 */
export async function judgeFile(search: Search & { readonly readTable: ReadTable }, bytes: Buffer): Promise<Judgement> {
  const table = await search.readTable({ bytes, rowsAtMost }).catch((error: unknown) => {
    if (!(error instanceof BudgetExceededError)) throw error
    throw invalidInput([{ path: 'contenuto', message: 'file_non_leggibile' }])
  })
  if ('error' in table) return unread(table.error)
  const ofHeading = headingErrors(table.heading)
  if (ofHeading.length > 0) return unjudged(ofHeading, table.rows.length)
  const judged: JudgedRow[] = []
  await inSlices(table.rows, (row) => judged.push(judgeRow(row)))
  const errors = inOrder([
    ...judged.flatMap((row) => row.errors),
    ...repetitions(judged),
    ...(await findTaken(search, judged)),
  ])
  return {
    rows: judged.length,
    valid: judged.length - new Set(errors.map(({ row }) => row)).size,
    accounts: judged.flatMap(({ account }) => account ?? []),
    errors,
  }
}
