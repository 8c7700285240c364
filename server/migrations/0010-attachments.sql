-- What people attach: each an upload of its own (0006) until a report, a case or a mail claims it.

create table attachments (
  id uuid primary key references files on delete cascade,
  -- What the audit log names it by.
  number integer not null generated always as identity unique,
  key_id integer references data_keys,
  area text not null check (area in ('report', 'case', 'assistance')),
  -- Whose it is until it is claimed: digest of an anonymous cookie, or whoever was signed in.
  visitor_hash text,
  made_by integer references users,
  -- Truncated, until something claims the file: what one network brings is bounded.
  network text,
  -- Sealed. SHA-256 of the content.
  digest bytea,
  -- Finds the same content again.
  content_token bigint,
  -- Digest of the key under which the sender may ask for the same answer again.
  sender_key text,
  warnings text[] not null default '{}',
  case_id integer references cases,
  mail_id integer references mails on delete set null,
  -- Its place among those that were claimed together.
  position smallint,
  check (visitor_hash is not null or made_by is not null),
  check (case_id is null or mail_id is null)
);
create index attachments_by_key on attachments (key_id, id);
create index attachments_by_token on attachments (content_token);
create index attachments_by_visitor on attachments (visitor_hash) where visitor_hash is not null;
create index attachments_by_network on attachments (network, id) where network is not null;
create index attachments_by_maker on attachments (made_by) where made_by is not null;
create index attachments_by_case on attachments (case_id, number) where case_id is not null;
create index attachments_by_mail on attachments (mail_id) where mail_id is not null;

-- Files end with their mail: nobody's again, they go with the unclaimed.
create function release_files_of_mail() returns trigger language plpgsql as $$
begin
  update files set claimed_at = null where id in (select id from attachments where mail_id = old.id);
  return old;
end $$;
create trigger mails_release_files before delete on mails for each row execute function release_files_of_mail();
