import type pg from 'pg'

/** Makes the partition of a month of the audit log (as 2024-01), as `make_audit_partitions` did when the month was to come. */
export async function addMonth(pool: pg.Pool, month: string): Promise<void> {
  const partition = `audit_entries_${month.replace('-', '_')}`
  const { rows } = await pool.query('select to_regclass($1) is null as missing', [partition])
  if (!rows[0].missing) return
  await pool.query(`create table ${partition} partition of audit_entries
    for values from ('${month}-01Z') to (('${month}-01Z'::timestamptz at time zone 'UTC' + interval '1 month') at time zone 'UTC')`)
  await pool.query(`create trigger audit_entries_stay_all before truncate on ${partition}
    for each statement execute function refuse_audit_change()`)
}
