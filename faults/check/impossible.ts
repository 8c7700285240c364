import type pg from 'pg'

/** How many audit entries an action on this record has. */
const entriesOf = (action: string, kind: string, id: string) =>
  `(select count(*) from audit_entries where action = '${action}' and outcome = 'done' and record_kind = '${kind}' and record_ids @> array[${id}::bigint])`

const managers = "(select count(*) from user_roles join users on id = user_id where role = 'manager' and is_enabled)"

/** Parts of an act without the others: each of these statements counts what must not be. */
// biome-ignore format: a table
const impossible = {
  'cases without a report':          'select from cases where not exists (select from reports where case_id = cases.id)',
  'reports without a case':          'select from reports where not exists (select from cases where id = case_id)',
  'cases without a history':         'select from cases where not exists (select from case_events where case_id = cases.id)',
  'cases without an audit entry':    `select from cases where ${entriesOf('report_submitted', 'case', 'cases.id')} = 0`,
  'submissions that were answered twice or never': `
    select from (select (select count(*) from cases) + (select count(*) from associations where not is_demo)
      - (select count(*) from idempotent_answers where answer is not null) as more) as difference where more <> 0`,
  'cases whose saves are not those of the audit log': `
    select from (select case_id, count(*) as events from case_events where kind = 'changed' group by case_id) as counted
    where events <> ${entriesOf('case_changed', 'case', 'case_id')}`,
  'cases whose transitions are not those of the audit log': `
    select from (select case_id, count(*) as events from case_events where kind in ('assignTwo', 'giveBack') group by case_id) as counted
    where events <> ${entriesOf('case_status_changed', 'case', 'case_id')}`,
  'cases whose notices are not those of their transitions': `
    select from (
      select case_id, count(*) filter (where kind = 'assignTwo') as assigned, count(*) filter (where kind = 'giveBack') as given
      from case_events where kind in ('assignTwo', 'giveBack') group by case_id) as counted
    where assigned <> (select count(*) from notices where notices.case_id = counted.case_id and kind = 'assigned')
      or given * ${managers} <> (select count(*) from notices where notices.case_id = counted.case_id and kind = 'givenBack')`,
  'cases whose last transition is not their status': `
    select from cases join lateral (select status_to from case_events where case_id = cases.id and status_to is not null order by id desc limit 1) as last on true
    where last.status_to <> cases.status`,
  'cases whose mails are not those of their report, messages and notices': `
    select from cases where (select count(*) from mails where case_id = cases.id) <> 1
      + (select count(*) from case_messages where case_id = cases.id and written_by is not null)
      + (select count(*) from notices where case_id = cases.id)`,
  'messages without an audit entry': `
    select from (select case_id, count(*) as messages from case_messages where written_by is null group by case_id) as counted
    where messages > ${entriesOf('follow_up_answered', 'case', 'case_id')}`,
  'claimed files of no record': `
    select from files join attachments using (id) where claimed_at is not null and num_nonnulls(case_id, mail_id, association_id) = 0`,
  'files of a record that are not claimed': `
    select from files join attachments using (id) where claimed_at is null and num_nonnulls(case_id, mail_id, association_id) > 0`,
  'associations without their documents, history or audit entry': `
    select from associations where not is_demo and (
      (select count(*) from attachments where association_id = associations.id) <> 7
      or (select count(*) from association_events where association_id = associations.id and kind = 'apply') <> 1
      or ${entriesOf('association_applied', 'association', 'associations.id')} = 0)`,
  'people of the registry without an audit entry': `select from natural_persons where ${entriesOf('registry_inserted', 'person', 'natural_persons.id')} <> 1`,
  'runs that have not ended':        'select from runs where finished_at is null',
  'exports that did not end once': `
    select from runs where kind = 'export' and (state <> 'done' or file_id is null
      or ${entriesOf('export_made', 'export', 'runs.id')} <> 1)`,
  'files of exports without their run': "select from files where purpose = 'export' and not exists (select from runs where file_id = files.id)",
  'locks that are held':             'select from record_locks where until > now()',
} as const

/** What the database has that must not be. */
export async function findImpossible(db: pg.Client): Promise<string[]> {
  const broken: string[] = []
  for (const [what, statement] of Object.entries(impossible)) {
    const { rowCount } = await db.query(statement)
    if (rowCount) broken.push(`${rowCount} ${what}`)
  }
  return broken
}
