import type { CaseStatus } from '@portal/contract'
import type { TestApp } from './build-app.ts'

let numbers = 0

interface CaseOptions {
  readonly status?: CaseStatus
  readonly assignedTo?: number | null
  readonly createdBy?: number | null
  /** Other columns of the case, by database name. */
  readonly columns?: Readonly<Record<string, unknown>>
}

/** Inserts a case with an empty report; returns its id. */
export async function makeCase({ database, clock }: TestApp, options: CaseOptions = {}): Promise<number> {
  numbers += 1
  const { status = 'open', assignedTo = null, createdBy = null, columns = {} } = options
  const now = clock.now()
  const row: Record<string, unknown> = {
    protocol_year: 1990,
    protocol_number: numbers,
    status,
    assigned_to: assignedTo,
    created_by: createdBy,
    created_at: now,
    inserted_at: now,
    worked_from: now,
    status_since: now,
    reporter_type_id: 3,
    language_id: 1,
    channel_id: 2,
    ...columns,
  }
  const names = Object.keys(row)
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into cases (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()}) returning id`,
    Object.values(row),
  )
  const id = rows[0]?.id ?? 0
  await database.pool.query('insert into reports (case_id, received_at) values ($1, $2)', [id, now])
  return id
}
