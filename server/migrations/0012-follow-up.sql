-- What the office and whoever reported a case write to one another, and the reporter's own session (by code and pin).

-- Language of the page that the report was sent from: later mails are written in it.
alter table reports add column page_language text not null default 'it' check (page_language in ('it', 'en', 'fr', 'es', 'ar', 'ur'));

create table case_messages (
  id integer generated always as identity primary key,
  case_id integer not null references cases,
  key_id integer references data_keys,
  -- Sealed; goes with the person of the case.
  text bytea,
  -- Who wrote for the office; null where the reporter wrote.
  written_by integer references users,
  sent_at timestamptz not null,
  -- When the other side first read it.
  read_at timestamptz
);
create index case_messages_by_case on case_messages (case_id, id);
create index case_messages_by_key on case_messages (key_id, id);
create index case_messages_by_writer on case_messages (written_by) where written_by is not null;

create table follow_up_sessions (
  id_hash text primary key,
  case_id integer not null references cases,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index follow_up_sessions_by_end on follow_up_sessions (expires_at);
create index follow_up_sessions_by_case on follow_up_sessions (case_id);

-- Tries of codes with their pins, under a digest of who tries what; forgotten after `ends_at`.
create table pin_tries (
  subject text primary key,
  tries integer not null,
  locked_until timestamptz,
  ends_at timestamptz not null
);
create index pin_tries_by_end on pin_tries (ends_at);

-- The message that a file came with, where it is not the report itself.
alter table attachments add column if not exists message_id integer references case_messages;
create index attachments_by_message on attachments (message_id) where message_id is not null;
