-- Actions on cases that can still be undone; their notices wait until then. A row goes with the undoing or with the notices.
create table held_actions (
  -- Its entry in the history.
  event_id integer primary key references case_events on delete cascade,
  case_id integer not null references cases on delete cascade,
  -- The version of the case that the action made: while it is the current one, nothing has changed since.
  version integer not null,
  until timestamptz(3) not null,
  key_id integer references data_keys,
  -- Sealed: who acted, how, and the case before. Rights are read from it.
  action bytea
);
create index held_actions_by_case on held_actions (case_id);
create index held_actions_by_time on held_actions (until);
create index held_actions_by_key on held_actions (key_id, event_id);

-- The entry of the action that an entry took back.
alter table case_events add column undoes integer references case_events;
