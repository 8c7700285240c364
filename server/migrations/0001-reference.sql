-- Reference data: the lists of the screens, and the nations, regions, provinces and municipalities.
-- Nothing here is ever deleted or renumbered: old cases keep pointing at it. A row is retired instead.

create table reference_items (
  list text not null,
  id integer not null,
  labels jsonb not null,
  parent_id integer,
  is_other boolean not null default false,
  code text,
  retired_at timestamptz,
  primary key (list, id),
  check (coalesce(labels ->> 'it', '') <> '')
);
create index reference_items_by_parent on reference_items (list, parent_id);
-- The screens put 'Altro' last: two of them in one list would make that meaningless.
create unique index reference_items_one_other on reference_items (list, coalesce(parent_id, 0)) where is_other;

create table nations (
  id integer primary key,
  iso2 text unique,
  iso3 text,
  istat_code text,
  belfiore text,
  labels jsonb not null,
  is_eu boolean not null default false,
  retired_at timestamptz,
  check (coalesce(labels ->> 'it', '') <> '')
);

create table regions (
  id integer primary key,
  istat_code text not null unique,
  name text not null
);

create table provinces (
  id integer primary key,
  istat_code text not null,
  abbreviation text not null,
  name text not null,
  region_id integer not null references regions,
  retired_at timestamptz
);
create index provinces_by_region on provinces (region_id);
create unique index provinces_abbreviation on provinces (abbreviation) where retired_at is null;

create table municipalities (
  id integer primary key,
  belfiore text not null unique,
  istat_code text not null,
  name text not null,
  other_name text,
  province_id integer not null references provinces,
  postal_codes text[] not null default '{}',
  valid_until date,
  succeeded_by integer references municipalities,
  -- The number on the wire is made from the Belfiore code: A001 is 1001, H501 is 8501.
  check (id = (ascii(belfiore) - 64) * 1000 + substr(belfiore, 2)::integer)
);
create index municipalities_by_province on municipalities (province_id);
comment on column municipalities.valid_until is 'first day on which the municipality no longer exists';
