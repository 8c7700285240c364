-- The digest of what waits for a person is a choice: none, each working day or each week, at an hour of the office's clock.
-- `has_digest` is of the version before, and goes with the next one.
alter table agendas
  add column digest_rhythm text,
  add column digest_hour smallint,
  add constraint agendas_digest_check check (
    (digest_rhythm is null and digest_hour is null)
    or (digest_rhythm in ('daily', 'weekly') and digest_hour between 0 and 23)
  ) not valid;
