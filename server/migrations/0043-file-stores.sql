-- The store that has the bytes of each file, and runs that wait and count bytes.

-- `folder`, or the address of a bucket without its keys; null for files from before stores had names.
alter table files add column store text;
create index files_by_store on files (store) include (size);

alter table runs
  -- Bytes of the items in all, null where the run does not count them, and of those that are finished.
  add column total_bytes bigint,
  add column done_bytes bigint not null default 0,
  -- A word of ours: what the run waits for before it goes on; null while it works. `waits` counts the waits in a row.
  add column waiting_for text,
  add column waits integer not null default 0;
create index runs_by_kind on runs (kind, id desc);
create index runs_by_state on runs (state, id desc);
