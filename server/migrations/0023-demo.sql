-- One row in an office that was filled with invented cases: only such an installation may be recreated.
create table demo_marks (
  only_one boolean primary key default true check (only_one),
  filled_at timestamptz not null
);
