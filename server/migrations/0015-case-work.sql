-- Case work: what the office writes of a case, how it is found by it, its history, locks and notices.

alter table cases
  -- When it was entered here; `created_at` is when it reached the office.
  add column inserted_at timestamptz,
  -- Since when its term runs: since it came, or was opened again.
  add column worked_from timestamptz,
  add column status_since timestamptz,
  add column information_source_id integer,
  add column request_type_id integer,
  add column virtual_place_id integer,
  add column place_nation integer,
  add column place_region integer,
  add column place_province integer,
  add column place_city integer,
  add column victim_type_id integer,
  add column victim_age_band_id integer,
  add column victim_sex_id integer,
  add column victim_citizenships jsonb,
  add column civil_status_id integer,
  add column work_type_id integer,
  add column education_id integer,
  add column family_background_id integer,
  add column offender_type_id integer,
  add column is_offender_unnamed boolean,
  add column offender_citizenships jsonb,
  add column is_private boolean,
  add column is_one_person boolean,
  add column involves_minors boolean,
  add column minors_count integer,
  add column relevance_id integer,
  add column contexts jsonb,
  add column grounds jsonb,
  add column is_hate_crime boolean,
  add column is_physical_aggression boolean,
  add column hashtags jsonb,
  add column protocol_numbers jsonb,
  add column performed_actions jsonb,
  add column judicial_authority_id integer,
  add column is_answered_at_once boolean,
  add column external_body_id integer,
  add column external_on date;

update cases set inserted_at = created_at, worked_from = created_at, status_since = created_at;
alter table cases
  alter column inserted_at set not null, alter column inserted_at set default now(),
  alter column worked_from set not null, alter column worked_from set default now(),
  alter column status_since set not null, alter column status_since set default now();

-- What was a column of its own is the main one of a list now.
update cases set grounds = jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
    'groundId', ground_id, 'subGroundId', sub_ground_id, 'priority', 0)))
  where ground_id is not null;
alter table cases drop column ground_id, drop column sub_ground_id;
alter table cases
  add column ground_id integer generated always as ((grounds -> 0 ->> 'groundId')::integer) stored,
  add column sub_ground_id integer generated always as ((grounds -> 0 ->> 'subGroundId')::integer) stored,
  -- Not relevant, or relevant and not this office's (ids 2 and 4 of pertinenza): in view 3 and in no other list.
  add column is_out_of_remit boolean not null generated always as (coalesce(relevance_id in (2, 4), false)) stored;

-- A facet is a value that cases are found and counted by, as one number: its dimension in the high bits, its id in the low 20.
create function facet(dimension integer, id integer) returns integer language sql immutable
  as $$ select case when id is not null then (dimension << 20) | id end $$;
create function facets_in(dimension integer, lines jsonb, member text) returns integer[] language sql immutable
  as $$ select coalesce(array_agg(distinct (dimension << 20) | (line ->> member)::integer), '{}')
          from jsonb_array_elements(coalesce(lines, '[]')) as line where line ->> member is not null $$;

-- The dimensions are those of `cases.facets.ts`; a test compares the two.
alter table cases add column facets integer[] not null generated always as (
  array_remove(array[
    facet(1, reporter_type_id),
    facet(2, channel_id),
    facet(3, language_id),
    facet(4, information_source_id),
    facet(5, request_type_id),
    facet(6, virtual_place_id),
    facet(7, outcome_id),
    facet(8, relevance_id),
    facet(9, place_nation),
    facet(10, place_region),
    facet(11, place_province),
    facet(12, place_city),
    facet(13, field_id),
    facet(17, mode_id),
    facet(18, victim_sex_id),
    facet(19, judicial_authority_id),
    facet(23, family_background_id),
    facet(24, is_virtual::integer),
    facet(25, is_private::integer),
    facet(26, is_one_person::integer),
    facet(27, is_physical_aggression::integer),
    facet(28, is_hate_crime::integer),
    facet(29, involves_minors::integer),
    facet(30, minors_count)
  ], null)
  || facets_in(14, contexts, 'contextId')
  || facets_in(15, grounds, 'groundId')
  || facets_in(16, grounds, 'subGroundId')
  || facets_in(20, victim_citizenships, 'citizenshipId')
  || facets_in(20, offender_citizenships, 'citizenshipId')
  || facets_in(21, hashtags, 'hashtagId')
  || facets_in(22, performed_actions, 'actionId')
) stored;
-- A little with every row: a list of what is pending would make one reader in some hundreds wait for all of them.
create index cases_by_facet on cases using gin (facets) with (fastupdate = off);
alter table cases alter column facets set statistics 1000;

-- Protocol numbers in one spelling: capitals, without spaces.
create function protocol_texts(lines jsonb) returns text[] language sql immutable
  as $$ select coalesce(array_agg(upper(regexp_replace(line ->> 'number', '\s', '', 'g'))), '{}')
          from jsonb_array_elements(coalesce(lines, '[]')) as line where line ->> 'number' is not null $$;
create function protocol_days(lines jsonb) returns text[] language sql immutable
  as $$ select array_agg(line ->> 'date' order by line ->> 'date')
          from jsonb_array_elements(coalesce(lines, '[]')) as line where line ->> 'date' is not null $$;
alter table cases
  add column protocol_texts text[] not null generated always as (protocol_texts(protocol_numbers)) stored,
  add column protocol_days text[] generated always as (protocol_days(protocol_numbers)) stored;
create index cases_by_protocol on cases using gin (protocol_texts) with (fastupdate = off);
-- First and last day on which one of its numbers was entered; ISO days sort as text.
create index cases_by_protocol_day on cases ((protocol_days[1])) where protocol_days is not null;

-- Lists: by the office's order, by status, by operator; what is out of remit apart.
drop index cases_in_list_order, cases_by_status, cases_by_creator, cases_by_assignee;
create index cases_in_list_order on cases (list_rank desc, id desc) where not is_out_of_remit;
create index cases_out_of_remit on cases (list_rank desc, id desc) where is_out_of_remit;
create index cases_by_status on cases (status, id desc) where not is_out_of_remit;
create index cases_by_creator on cases (created_by, list_rank desc, id desc) where created_by is not null;
create index cases_by_assignee on cases (assigned_to, list_rank desc, id desc) where assigned_to is not null;
-- Sorted on request.
create index cases_by_creation on cases (created_at, id);
create index cases_by_insertion on cases (inserted_at, id);
-- Terms of what still waits for somebody.
create index cases_by_term on cases (worked_from, id)
  where status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened');

-- What the office writes of people stands sealed beside what the reporter wrote.
alter table reports
  add column reporter_tax_code bytea,
  add column account_nickname bytea,
  add column web_address bytea,
  add column place_address bytea,
  add column victim_first_name bytea,
  add column victim_last_name bytea,
  add column victim_birth_date bytea,
  add column victim_tax_code bytea,
  add column residence_permit_id bytea,
  add column religion_id bytea,
  add column offender_name bytea,
  add column external_protocol bytea,
  add column legal_basis bytea,
  add column notes bytea;
create index reports_by_event on reports (event_date, case_id) where event_date is not null;
create index reports_by_residence on reports (region, province, case_id) where region is not null;
create index reports_by_nation on reports (nation, case_id) where nation is not null and nation <> 105;

-- Counts by status, what is out of remit apart.
alter table case_count_entries add column is_out_of_remit boolean not null default false;
drop index case_count_entries_by_status;
create index case_count_entries_by_status on case_count_entries (status, is_out_of_remit) include (delta);
create or replace function count_case_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.is_out_of_remit = new.is_out_of_remit then
    return null;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into case_count_entries (status, is_out_of_remit, delta) values (old.status, old.is_out_of_remit, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into case_count_entries (status, is_out_of_remit, delta) values (new.status, new.is_out_of_remit, 1);
  end if;
  return null;
end $$;
drop trigger cases_are_counted on cases;
create trigger cases_are_counted after insert or delete or update of status, relevance_id on cases
  for each row execute function count_case_status();

-- The history of a case: nothing of it is changed, and what is sealed in it goes with the person.
create table case_events (
  id integer generated by default as identity primary key,
  case_id integer not null references cases,
  key_id integer references data_keys,
  kind text not null,
  at timestamptz not null,
  by_user integer references users,
  role text,
  status_from text,
  status_to text,
  operator_id integer references users,
  -- Sealed: why, and the fields before and after as JSON.
  reason bytea,
  changes bytea
);
create index case_events_by_case on case_events (case_id, id desc);
create index case_events_by_key on case_events (key_id, id);
create index case_events_by_user on case_events (by_user) where by_user is not null;
create index case_events_by_operator on case_events (operator_id) where operator_id is not null;

-- Who may write a record now. A row whose time is over counts as none.
create table record_locks (
  kind text not null check (kind in ('case', 'person', 'organisation', 'association')),
  record_id integer not null,
  user_id integer not null references users,
  since timestamptz not null,
  until timestamptz not null,
  primary key (kind, record_id)
);
create index record_locks_by_user on record_locks (user_id);

-- What the office tells its people of their cases.
create table notices (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  case_id integer not null references cases,
  kind text not null,
  made_at timestamptz not null,
  read_at timestamptz
);
create index notices_by_user on notices (user_id, id desc);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_by_case on notices (case_id);

create index case_messages_unread on case_messages (case_id) where written_by is null and read_at is null;

-- Whoever leaves holds no record any more (decisions §8); another session of theirs takes its locks again.
create function free_locks_of_session() returns trigger language plpgsql as $$
begin
  delete from record_locks where user_id = old.user_id;
  return null;
end $$;
create trigger sessions_free_locks after delete on sessions for each row execute function free_locks_of_session();

-- A document of the office has a type; what a reporter sent has none. The reporter sees only their own.
alter table attachments
  add column document_type_id integer,
  add column document_added_by integer references users;
create index attachments_by_adder on attachments (document_added_by) where document_added_by is not null;
