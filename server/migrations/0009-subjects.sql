-- A provider that names two sign-ins alike breaks the rules, but must not keep the second one out: its logout ends both.
drop index sessions_by_spid_subject;
create index sessions_by_spid_subject on sessions (spid_token);
