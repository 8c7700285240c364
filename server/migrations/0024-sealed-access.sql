-- What lets somebody in is sealed with its row: whoever writes to the database makes no session and gives nobody a role.

alter table users
  -- JSON: roles and status of the account. Null in accounts of an earlier version until `npm run operator:confirm`.
  add column authority bytea;

-- Sessions of before have no seal: people sign in again.
delete from sessions;
alter table sessions
  -- JSON: whose session it is, in which role, until when.
  add column claims bytea not null;

delete from follow_up_sessions;
alter table follow_up_sessions
  add column key_id integer references data_keys,
  -- JSON: of which case it is, until when.
  add column claims bytea not null;
create index follow_up_sessions_by_key on follow_up_sessions (key_id, id_hash);
