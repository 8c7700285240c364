-- Cases, and the reports they came from. What the list shows is on the case; what a person wrote is on the report.

create table protocol_counters (
  year integer primary key,
  last integer not null
);

create table cases (
  id integer generated always as identity primary key,
  protocol_year integer not null,
  protocol_number integer not null,
  status text not null default 'open' check (status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'closed', 'reopened', 'cancelled')),
  -- Lists show Aperto before all others, each group newest first.
  list_rank smallint generated always as (case when status = 'open' then 1 else 0 end) stored,
  created_at timestamptz not null,
  created_by integer references users,
  assigned_to integer references users,
  reporter_type_id integer not null,
  language_id integer not null,
  channel_id integer not null,
  field_id integer,
  mode_id integer,
  ground_id integer,
  sub_ground_id integer,
  outcome_id integer,
  is_virtual boolean,
  version integer not null default 1,
  unique (protocol_year, protocol_number)
);
create index cases_in_list_order on cases (list_rank desc, id desc);
create index cases_by_status on cases (status, id desc);
create index cases_by_creator on cases (created_by, list_rank desc, id desc) where created_by is not null;
create index cases_by_assignee on cases (assigned_to, status) where assigned_to is not null;

-- Counts by status as a ledger: writers append and never wait for one another; a job folds the rows.
create table case_count_entries (
  status text not null,
  delta integer not null
);
create index case_count_entries_by_status on case_count_entries (status) include (delta);

create function count_case_status() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = new.status then
    return null;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into case_count_entries (status, delta) values (old.status, -1);
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into case_count_entries (status, delta) values (new.status, 1);
  end if;
  return null;
end $$;
create trigger cases_are_counted after insert or delete or update of status on cases
  for each row execute function count_case_status();

create table reports (
  case_id integer primary key references cases,
  received_at timestamptz not null,
  pin_hash text not null,
  language integer,
  information_read boolean,
  profile integer,
  organisation_name text,
  organisation_vat text,
  legal_representative text,
  contact_person text,
  organisation_phone text,
  organisation_other_phone text,
  organisation_email text,
  organisation_nation integer,
  organisation_region integer,
  organisation_province integer,
  organisation_city integer,
  organisation_address text,
  organisation_postal_code text,
  anonymous boolean,
  first_name text,
  last_name text,
  birth_date date,
  email text,
  phone text,
  other_phone text,
  nation integer,
  region integer,
  province integer,
  city integer,
  address text,
  postal_code text,
  message text,
  event_date date,
  event_date_unknown boolean,
  privacy_consent boolean
);

-- Answers of sent reports by the sender's key: a repeat gets the same answer. The answer is sealed with that key.
create table idempotent_answers (
  key_hash text primary key,
  body_hash text not null,
  answer bytea,
  created_at timestamptz not null
);
create index idempotent_answers_by_time on idempotent_answers (created_at);
