import { caseFields, type Field } from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnName } from '#platform/protection/sealed-table.ts'
import { startTestApp, type TestApp } from '../../test/build-app.ts'
import { protectedTables } from './protected-tables.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await startTestApp()
})
afterAll(() => portal.close())

const query = async (sql: string) => (await portal.database.pool.query(sql)).rows

/**
 * Columns that could hold what somebody wrote and are kept in clear, each with the reason. Whoever adds a column of such a
 * type either declares it as sealed or gives a reason here: there is no third way.
 */
// biome-ignore format: a table
const clear: Readonly<Record<string, string>> = {
  'attachments.area':                 'a word of ours',
  'attachments.sender_key':           'digest of a random key of the sender',
  'attachments.network':              'a keyed digest, gone when a record claims the file',
  'attachments.visitor_hash':         'digest of a random cookie, gone when a record claims the file',
  'attachments.warnings':             'words of ours',
  'attachments.contains':             'a word of ours',
  'audit_archives.entries':           'a count',
  'audit_archives.entry_id':          'a number of ours',
  'audit_archives.month':             'a month of ours',
  'audit_archives.sha256':            'digest',
  'audit_entries.action':             'a word of ours',
  'audit_entries.changed_fields':     'names of fields of ours',
  'audit_entries.id':                 'a number of ours',
  'audit_entries.network':            'truncated, of people who are signed in',
  'audit_entries.outcome':            'a word of ours',
  'audit_entries.record_ids':         'ids',
  'audit_entries.record_kind':        'a word of ours',
  'audit_entries.role':               'a word of ours',
  'audit_keys.public_key':            'public',
  'audit_links.digest':               'digest',
  'audit_links.entry_id':             'a number of ours',
  'audit_links.position':             'a number of ours',
  'audit_pending.entry_id':           'a number of ours',
  'audit_seals.digest':               'digest',
  'audit_seals.number':               'a number of ours',
  'audit_seals.signature':            'signature',
  'audit_seals.up_to':                'a number of ours',
  'captcha_challenges.answer':        'random digits of ours, for ten minutes',
  'captcha_challenges.visitor_hash':  'digest of a random cookie',
  'case_count_entries.status':        'a word of ours',
  'case_statistics.*':                'ids of lists, months and days, copied from the clear columns of the case',
  'case_reminders.due_on':            'the day of an act of the office',
  'case_events.kind':                 'a word of ours',
  'case_events.role':                 'a word of ours',
  'case_events.status_from':          'a word of ours',
  'case_events.status_to':            'a word of ours',
  'cases.contexts':                   'ids of lists, counted by statistics',
  'cases.external_on':                'the day of an act of the office',
  'cases.grounds':                    'ids of lists, counted by statistics',
  'cases.hashtags':                   'ids of lists',
  'cases.offender_citizenships':      'ids of lists, counted by statistics',
  'cases.performed_actions':          'ids of lists, and days of acts of the office',
  'cases.protocol_days':              'days of the office’s protocol',
  'cases.protocol_numbers':           'numbers and days of the office’s protocol',
  'cases.protocol_texts':             'numbers of the office’s protocol',
  'cases.victim_citizenships':        'ids of lists, counted by statistics',
  'cases.status':                     'a word of ours',
  'cases.suspect_reasons':            'words of ours',
  'data_keys.master':                 'fingerprint of the master key',
  'data_keys.sealed':                 'sealed under the master key',
  'file_store_marks.mark':            'random',
  'files.media_type':                 'a word of a closed form',
  'files.purpose':                    'a word of ours',
  'files.size':                       'a number of bytes',
  'files.store':                      'a word of ours, or the address of a bucket',
  'files.stored_name':                'random',
  'follow_up_sessions.id_hash':       'digest of a random id',
  'visit_memories.content':           'sealed under the id in the visitor’s cookie, which is not kept',
  'visit_memories.slot':              'a word of ours',
  'visit_memories.visit_hash':        'digest of a random cookie',
  'idempotent_answers.answer':        'sealed under the sender’s key, which is not kept',
  'idempotent_answers.body_hash':     'digest of the body under that key',
  'idempotent_answers.key_hash':      'digest of a random key of the sender',
  'help_seen.item':                   'a word of ours',
  'municipalities.*':                 'public list',
  'mails.delivery_reason':            'a word of ours',
  'mails.delivery_state':             'a word of ours',
  'case_messages.delivery_reason':    'a word of ours',
  'case_messages.delivery_state':     'a word of ours',
  'complainant_letters.delivery_reason': 'a word of ours',
  'complainant_letters.delivery_state': 'a word of ours',
  'association_letters.delivery_reason': 'a word of ours',
  'association_letters.delivery_state': 'a word of ours',
  'mailbox_checks.failure':           'a word of ours',
  'mailbox_checks.mailbox':           'a word of ours',
  'received_mails.kind':              'a word of ours',
  'received_mails.mailbox':           'a word of ours',
  'received_mails.state':             'a word of ours',
  'received_mails.uid':               'a number of the mailbox',
  'received_mails.uid_validity':      'a number of the mailbox',
  'notices.kind':                     'a word of ours',
  'saved_views.view':                 'a word of ours',
  'saved_views.is_shared':            'whether all operators see a view',
  'closing_macros.name':              'a name that the office gives its choice',
  'closing_macros.reason':            'wording of the office, of no case',
  'assessments.answer_by':            'the day of an act of the office',
  'assessments.sent_on':              'the day of an act of the office',
  'assessments.status':               'a word of ours',
  'assessments.answer':               'a word of ours',
  'assessment_summaries.status':      'a word of ours',
  'published_assessments.*':          'published by the office, without personal data',
  'complainant_letters.decision':     'a word of ours',
  'complainant_letters.language':     'a language of the site',
  'complainant_letters.way':          'a word of ours',
  'letter_texts.kind':                'a word of ours',
  'letter_texts.name':                'a name that the office gives its text',
  'letter_texts.source':              'a law or an address',
  'letter_texts.texts':               'wording of the office, of no case',
  'exports.kind':                     'a word of ours',
  'exports.format':                   'a word of ours',
  'exports.role':                     'a word of ours',
  'export_templates.kind':            'a word of ours',
  'export_templates.columns':         'names of columns of ours',
  'assurance_confirmations.digest':   'a digest of public texts',
  'agendas.digested_on':              'the day of a mail that was written',
  'agendas.digest_rhythm':            'how often a user wants a mail',
  'agendas.feed_hash':                'a digest of a random secret',
  'nations.*':                        'public list',
  'pin_tries.subject':                'digest of a code and a truncated network, deleted within four hours',
  'provinces.*':                      'public list',
  'record_locks.kind':                'a word of ours',
  'reference_items.*':                'public list',
  'reference_seeds.*':                'digests of our own data',
  'regions.*':                        'public list',
  'case_facets.facets':               'ids of lists',
  'changed_facets.facets':            'ids of lists',
  'present_facets.facets':            'ids of lists',
  'report_tokens.facets':             'ids of lists, a copy of those of the case',
  'reports.age_band':                 'kept for statistics',
  'reports.event_date':               'kept for statistics and search by period',
  'reports.page_language':            'a word of ours',
  'request_counts.bucket':            'a word of ours',
  'request_counts.subject':           'a keyed digest, deleted with its window',
  'rights_requests.kind':             'a word of ours',
  'rights_requests.status':           'a word of ours',
  'transfer_keys.kind':               'a word of ours',
  'transfer_tables.folder':           'a path on the server',
  'transfer_keys.token':              'a keyed digest of the key of another system',
  'runs.done_bytes':                  'a number of bytes',
  'runs.kind':                        'a word of ours',
  'runs.outcome':                     'row numbers and words of ours',
  'runs.position':                    'ids and numbers of ours',
  'runs.state':                       'a word of ours',
  'runs.subject':                     'an id or a word of ours',
  'runs.total_bytes':                 'a number of bytes',
  'runs.waiting_for':                 'a word of ours',
  'schema_migrations.*':              'our own files',
  'sent_texts.token':                 'a keyed token, deleted within two days',
  'sessions.browser':                 'a word of ours',
  'sessions.network':                 'truncated',
  'sessions.sign_in':                 'a word of ours',
  'association_events.kind':          'a word of ours',
  'association_events.role':          'a word of ours',
  'association_events.status_from':   'a word of ours',
  'association_events.status_to':     'a word of ours',
  'association_certificates.code':     'random, found again by who verifies a certificate',
  'association_certificates.facts':    'public in the register, of a certificate that another replaced',
  'association_letters.kind':         'a word of ours',
  'association_links.secret_hash':    'digest of a random secret',
  'association_people.position':      'a word of ours',
  'associations.approved_on':         'the day of an act of the office',
  'associations.certificate_code':    'random, found again by who verifies a certificate',
  'associations.checked_documents':   'numbers of types of documents',
  'associations.closed_on':           'public register',
  'associations.decree_date':         'the day of an act of the office',
  'associations.documents_due_on':    'a term of the office',
  'associations.enrolled_on':         'public register',
  'associations.expires_on':          'public register',
  'associations.ground_ids':          'public register',
  'associations.sub_ground_ids':      'public register',
  'associations.language':            'a word of ours',
  'associations.name':                'public register',
  'associations.origin':              'a word of ours',
  'associations.rejection_warned_on': 'the day of an act of the office',
  'associations.reminded_on':         'the day of a mail that was written',
  'associations.removal_requested_on': 'the day from which a term of the office counts',
  'associations.renewal_requested_on': 'the day from which a term of the office counts',
  'associations.renewal_warned_on':    'the day of a mail that was written',
  'associations.renewed_from':         'public register',
  'associations.renewed_on':          'public register',
  'associations.status':              'a word of ours',
  'enrolment_drafts.language':        'a word of ours',
  'enrolment_drafts.secret_hash':     'digest of a random secret',
  'open_data_years.numbers':         'public',
  'statistics_results.result':        'ids and counts',
  'statistics_results.subject':       'a word of ours',
  'spid_assertions.id_hash':          'digest',
  'spid_log.idp':                     'entity id of a provider',
  'spid_log.outcome':                 'a word of ours',
  'spid_log.request_id':              'random',
  'spid_requests.browser_hash':       'digest of a random cookie',
  'spid_requests.id':                 'random',
  'spid_requests.idp':                'entity id of a provider',
  'spid_requests.kind':               'a word of ours',
  'spid_requests.relay_state':        'random',
  'spid_requests.session_hash':      'digest of a random id',
  'spid_requests.return_to':          'a path of the site without its query',
  'registry_pairs.kind':              'a word of ours',
  'registry_pairs.weight':            'a sum of weights, which says nothing of the values that were compared',
  'registry_pairs.status':            'a word of ours',
  'registry_comparisons.kind':        'a word of ours',
  'registry_suggestions.source':      'a word of ours',
  'registry_suggestions.weight':      'a sum of weights, which says nothing of the values that were compared',
  'registry_suggestions.status':      'a word of ours',
  'registry_merges.kind':             'a word of ours',
  'registry_events.kind':             'a word of ours',
  'registry_events.role':             'a word of ours',
  'user_changes.action':              'a word of ours',
  'sessions.id_hash':                 'digest of a random id',
  'sessions.selected_role':           'a word of ours',
  'user_roles.role':                  'a word of ours',
}

/** The same of numbers, moments, flags and ids, by name where the name says enough. */
const numbers: readonly (readonly [columns: RegExp, reason: string])[] = [
  [/\.(id|key_id|version|position|place|number|list_rank|only_one|is_there)$/, 'a number of ours'],
  [
    /\.(at|\w+_at|since|\w+_since|worked_from|until|locked_until|minute)$/,
    'when the portal or somebody of the office did something, or when something ends',
  ],
  [/^saved_views\.is_shared$/, 'whether all operators see a view'],
  [/\.(user_id|\w+_by|by_user|owner_id|operator_id|assigned_to|users)$/, 'accounts of the office'],
  [
    /\.(case_id|request_id|mail_id|message_id|file_id|input_file_id|record_id|upload_id|association_id|export_id|person_id|organisation_id|merged_into|first_id|second_id|kept_id|merged_id|merge_id|previous_id|replaces_id|draft_id|parent_id|event_id|undoes)$/,
    'the id of another record',
  ],
  [
    /\.(hits|tries|attempts|count|total|done|skipped|faults|waits|reports|mails|audit_entries|delta|last|cases|unread)$/,
    'how many',
  ],
  [/^(municipalities|nations|provinces|regions|reference_items|reference_seeds|schema_migrations)\./, 'public list'],
  [/^saved_replies\.is_shared$/, 'whether all of the office use it'],
  [/^letter_texts\.(\w+_id|is_retired)$/, 'a choice of a list or a flag, of no case'],
  [/^published_assessments\.(ground_id|field_id|year)$/, 'published by the office, without personal data'],
  [/^cases\.awaits_letter$/, 'whether the office owes an act'],
  [/^closing_macros\.(outcome|performed_action)_id$/, 'a choice of a list, of no case'],
  [/^mails\.is_limited$/, 'whether a caller without an account caused it'],
  [/^cases\.protocol_(year|number)$|^protocol_counters\./, 'the number of the case'],
  [
    /^cases\.(\w+_id|minors_count|relevance_id)$|^(cases|\w+_facets)\.is_\w+$|^cases\.involves_minors$|^case_count_entries\./,
    'a choice of a list or a flag, counted by statistics',
  ],
  [
    /^(legal_persons\.organisation|natural_persons|natural_persons\.birth)[_.](nation|region|province)$/,
    'where, no nearer than the province: counted by statistics',
  ],
  [/^legal_persons\.organisation_type$/, 'a choice of a list about a body, not a person'],
  [/^open_data_years\./, 'published numbers'],
  [/^case_statistics\./, 'ids of lists, months and days, copied from the clear columns of the case'],
  [/^plain_cities\./, 'set aside by an upgrade; the start after it seals them before anybody is served'],
  [/^reports\.(anonymous|event_date_unknown|event_year_confirmed)$/, 'a flag of the form, counted by statistics'],
  [
    /^(reports\.needs_accommodation|cases\.is_accommodation_asked)$/,
    'that one is requested, for lists and statistics; which one is sealed',
  ],
  [/^reports\.(information_read|privacy_consent)$/, 'that the notice was read'],
  [/^captcha_challenges\.has_(image|audio)$/, 'what of the captcha was asked for'],
  [/^associations\.(request_year|request_place|enrolment_number)$|^association_request_numbers\./, 'numbers of ours'],
  [/^associations\.(region_id|main_ground_id|city_id)$/, 'public register'],
  [
    /^associations\.is_\w+$|^association_letters\.is_certified$|^enrolment_drafts\.is_application$/,
    'what the office or the portal did',
  ],
  [/^received_mails\.(is_certified|file_count)$/, 'what kind of mail it is'],
  [/^received_mails\.from_reporter$|^case_messages\.(by_mail|received_mail)$/, 'how a message goes or came'],
  [/^attachments\.association_document$/, 'the number of a type of documents'],
  [/^attachments\.association_proposed$/, 'whether the register has accepted it'],
  [/^attachments\.association_public$/, 'whether the public register shows it'],
  [
    /^(users|associations)\.is_(enabled|demo)$|^agendas\.(has_digest|digest_hour)$|^attachments\.document_type_id$|^spid_requests\.level$/,
    'a word of ours',
  ],
]

/** A choice of a form that is not personal is in clear for statistics, without a row above. */
const clearChoices = Object.entries<Field>(caseFields).flatMap(([key, { kind, personal }]) =>
  kind === 'choice' && !personal ? [`cases.${columnName(key)}`, `reports.${columnName(key)}`] : [],
)

/**
 * A provider that names two sign-ins alike must not keep the second one out; two people may bring the same file; several
 * associations may name one person; one mail may be added to two cases.
 */
const mayRecur = (table: string, column: string) =>
  [
    'sessions.spidToken',
    'attachments.contentToken',
    'association_invitations.codeToken',
    'received_mails.messageToken',
    'case_messages.mailToken',
    'complainant_letters.mailToken',
  ].includes(`${table}.${column}`)

/** Types that hold no more than a number, a moment or a flag; in whatever else could be something that somebody wrote. */
const harmless = `('integer', 'smallint', 'boolean', 'timestamp with time zone', 'uuid')`

const listColumns = (types: string) =>
  query(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join pg_class r on r.relname = c.table_name and r.relnamespace = 'public'::regnamespace and not r.relispartition
    where c.table_schema = 'public' and ${types}`)

describe('the schema', () => {
  test('has no column for texts, dates or bytes that is neither sealed nor in clear for a reason', async () => {
    const columns = await listColumns(`c.data_type not in ${harmless}`)
    const sealed = new Set(
      protectedTables.flatMap(({ table, sealed, unique, tokens }) => [
        ...sealed.map((field) => `${columnName(table)}.${columnName(field)}`),
        ...Object.values(unique ?? {}).map((column) => `${columnName(table)}.${columnName(column)}`),
        ...(tokens ? [`${columnName(tokens.table)}.tokens`] : []),
      ]),
    )
    const isClear = (name: string) => name in clear || `${name.split('.')[0]}.*` in clear
    expect(columns.map(({ name }) => name).filter((name) => !sealed.has(name) && !isClear(name))).toEqual([])
  })

  test('has a reason for every number, moment, flag and id in clear', async () => {
    const columns = await listColumns(`c.data_type in ${harmless}`)
    const names = columns.map(({ name }) => name as string)
    expect(
      names.filter((name) => !clearChoices.includes(name) && !numbers.some(([pattern]) => pattern.test(name))),
    ).toEqual([])
    expect(numbers.filter(([pattern]) => !names.some((name) => pattern.test(name)))).toEqual([])
  })

  test('gives no reason for a column that is not there or is sealed', async () => {
    const columns = await query(
      `select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'`,
    )
    const names = new Set(columns.flatMap(({ t, c }) => [`${t}.${c}`, `${t}.*`]))
    expect(Object.keys(clear).filter((name) => !names.has(name))).toEqual([])
    const sealed = protectedTables.flatMap(({ table, sealed }) =>
      sealed.map((field) => `${columnName(table)}.${columnName(field)}`),
    )
    expect(sealed.filter((name) => name in clear)).toEqual([])
  })

  test.each(protectedTables.map((table) => [table.table, table] as const))(
    '%s keeps each sealed value as bytes, knows its key, and finds its rows by key and by token',
    async (_name, { table, key, sealed, unique, tokens }) => {
      const name = columnName(table)
      const types = await query(
        `select column_name as c, data_type as t from information_schema.columns where table_name = '${name}'`,
      )
      for (const field of sealed) expect(types).toContainEqual({ c: columnName(field), t: 'bytea' })
      const indexes = (
        await query(
          `select indexdef from pg_indexes where tablename in ('${name}', '${tokens ? columnName(tokens.table) : ''}')`,
        )
      )
        .map(({ indexdef }) => indexdef as string)
        .join('\n')
      expect(indexes).toContain(`(key_id, ${columnName(key)})`)
      for (const column of Object.values(unique ?? {}))
        expect(indexes).toMatch(
          new RegExp(`${mayRecur(name, column) ? '' : 'UNIQUE '}INDEX .*\\(${columnName(column)}\\)`),
        )
      if (tokens) expect(indexes).toMatch(/USING gin \(tokens[,)]/)
      const [reference] = await query(`
        select confrelid::regclass::text as target from pg_constraint
        where conrelid = '${name}'::regclass and contype = 'f' and conkey = array[(
          select attnum from pg_attribute where attrelid = '${name}'::regclass and attname = 'key_id')]`)
      expect(reference).toEqual({ target: 'data_keys' })
    },
  )
})
