-- Protected files: what is known of each. Its bytes lie in the file store, sealed under a key of the file's own.

create table files (
  id uuid primary key,
  key_id integer not null references data_keys,
  -- Sealed: the key of the bytes, and the name that the file came with.
  content_key bytea not null,
  name bytea not null,
  media_type text not null check (media_type ~ '^[a-z]+/[a-z0-9.+-]{1,100}$'),
  -- Bytes before they are sealed.
  size bigint not null check (size >= 0),
  -- Random; it tells nothing of the file.
  stored_name text not null unique,
  purpose text not null check (purpose in ('upload', 'export')),
  made_at timestamptz not null,
  made_by integer references users,
  -- When a record took an upload for its own; what nobody claims goes.
  claimed_at timestamptz check (claimed_at is null or purpose = 'upload')
);
create index files_by_key on files (key_id, id);
create index files_by_maker on files (made_by) where made_by is not null;
create index files_unclaimed on files (made_at, id) where claimed_at is null;

-- What names in the file store end in, so that a server with another database on the same store never sweeps them away.
create table file_store_marks (
  only_one boolean primary key default true check (only_one),
  mark text not null
);
