-- Upload of many accounts: written little by little, opened all at once.

alter table users
  -- The upload that has written an account and not yet opened it; until then it counts as deleted.
  add column staged_by integer references batch_runs,
  add constraint users_staged_are_shut check (staged_by is null or deleted_at is not null);
create index users_by_upload on users (staged_by) where staged_by is not null;
create index user_changes_by_author on user_changes (changed_by) where changed_by is not null;
-- A little with every row: with the list of what is pending, one row in some hundreds would wait for all of them.
alter index user_tokens_by_token set (fastupdate = off);

alter table batch_runs
  drop constraint batch_runs_file_id_fkey,
  add constraint batch_runs_file_id_fkey foreign key (file_id) references files on delete set null;

-- Keys of pages tell milliseconds.
update users set enabled_at = date_trunc('milliseconds', enabled_at);
