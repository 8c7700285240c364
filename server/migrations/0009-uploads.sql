-- Upload of many accounts: written little by little, open all at once when their upload is finished.

-- The upload that wrote an account. No reference: a finished upload is forgotten before its accounts are.
alter table users add column upload_id integer;
create index users_by_upload on users (upload_id) where upload_id is not null;
create index user_changes_by_author on user_changes (changed_by) where changed_by is not null;
-- A little with every row: with the list of what is pending, one row in some hundreds would wait for all of them.
alter index user_tokens_by_token set (fastupdate = off);

alter table batch_runs
  drop constraint batch_runs_file_id_fkey,
  add constraint batch_runs_file_id_fkey foreign key (file_id) references files on delete set null;

-- Keys of pages tell milliseconds.
update users set enabled_at = date_trunc('milliseconds', enabled_at);
