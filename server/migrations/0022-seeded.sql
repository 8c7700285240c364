-- Which versions of the reference data this database has: a start seeds only a version that is not here.
create table reference_seeds (
  fingerprint text primary key,
  seeded_at timestamptz not null default now()
);
