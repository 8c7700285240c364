-- Mails that the mailboxes of the office received, each an entry to review. The file is the whole mail (of one that was too large: its
-- headers); the row goes with it.
create table received_mails (
  id uuid primary key references files on delete cascade,
  number integer not null generated always as identity unique,
  key_id integer references data_keys,
  mailbox text not null check (mailbox in ('ordinary', 'certified')),
  -- Where it was in the mailbox: one that is still there was stored before its move.
  uid_validity bigint not null,
  uid bigint not null,
  kind text not null check (kind in ('message', 'automatic', 'receipt', 'oversized', 'unreadable')),
  state text not null check (state in ('waiting', 'noted', 'inCase', 'dismissed')),
  received_at timestamptz not null,
  is_certified boolean not null,
  file_count integer not null,
  -- Sealed.
  sender_name bytea,
  sender bytea,
  subject bytea,
  text bytea,
  facts bytea,
  reason bytea,
  identity bytea,
  message_id bytea,
  -- Keyed: one mail is one entry, and answers find what they answer.
  identity_token text,
  message_token text,
  case_id integer references cases,
  decided_at timestamptz,
  decided_by integer references users,
  check (state <> 'waiting' or decided_at is null),
  check ((state = 'inCase') = (case_id is not null))
);
create index received_mails_by_state on received_mails (state, number);
create index received_mails_by_place on received_mails (mailbox, uid_validity, uid);
create unique index received_mails_by_identity on received_mails (identity_token);
create index received_mails_by_message on received_mails (message_token);
create index received_mails_by_case on received_mails (case_id, received_at) where case_id is not null;
create index received_mails_by_decider on received_mails (decided_by) where decided_by is not null;
create index received_mails_by_key on received_mails (key_id, id);
