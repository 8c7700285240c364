-- The published numbers of each year. They are counted once and never change: the application may not update them (`grants.ts`).
create table open_data_years (
  year smallint primary key,
  published_at timestamptz not null,
  -- What is published, with null for each number that is withheld; the withheld numbers are nowhere.
  numbers jsonb not null
);
