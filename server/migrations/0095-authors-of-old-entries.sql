-- An entry that came from another system names its author where they have no account here; sealed.
alter table case_events add column author bytea;
