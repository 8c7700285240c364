import type { TestApp } from './build-app.ts'

/** Makes an attempt at the run of a request about personal data, if it has an unfinished one. */
export async function carryOutRequest({ database, services }: TestApp, requestId: number): Promise<void> {
  const { rows } = await database.pool.query<{ id: number }>(
    `select id from runs where kind in ('rights_export', 'rights_erasure') and subject = $1 and finished_at is null`,
    [String(requestId)],
  )
  for (const { id } of rows) await services.runs.work({ runId: id })
}
