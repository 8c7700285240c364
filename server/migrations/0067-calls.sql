-- A message of the reporter may ask for a call: the number, when, and whether the office speaks to them alone, all sealed.
alter table case_messages
  add column phone bytea,
  add column call_hours bytea,
  add column only_to_reporter bytea,
  -- When the office has called, and who noted it.
  add column called_at timestamptz,
  add column called_by integer references users;
create unique index case_messages_one_open_call on case_messages (case_id) where phone is not null and called_at is null;
create index case_messages_by_caller on case_messages (called_by) where called_by is not null;
