-- Months of the audit log that are in a file (npm run audit:archive); their partitions are dropped. The links of the chain stay.
create table audit_archives (
  -- First day of the month, in UTC.
  month date primary key check (extract(day from month) = 1),
  entries bigint not null check (entries >= 0),
  -- SHA-256 of the file.
  sha256 bytea not null check (length(sha256) = 32),
  archived_at timestamptz(3) not null,
  -- The entry that says so. Its link proves this row: the entry contains the month and the digest.
  entry_id bigint not null unique
);
create trigger audit_archives_stay before update or delete or truncate on audit_archives
  for each statement execute function refuse_audit_change();
