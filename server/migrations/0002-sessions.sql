-- People who work here, their roles and their sessions; request counts of the limits; mails on their way.

create table users (
  id integer generated always as identity primary key,
  tax_code text not null unique,
  first_name text not null,
  last_name text not null,
  mail text,
  phone text,
  is_enabled boolean not null default true,
  enabled_at timestamptz not null default now(),
  is_demo boolean not null default false
);

create table user_roles (
  user_id integer not null references users,
  role text not null check (role in ('manager', 'operatorOne', 'operatorTwo', 'registerAdmin', 'registerOperator', 'associationMember')),
  -- The role in the first place is the one selected at sign-in.
  place smallint not null,
  primary key (user_id, role)
);

create table sessions (
  -- SHA-256 of the id in the cookie: a copy of this table opens no session.
  id_hash text primary key,
  user_id integer not null references users,
  selected_role text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_user on sessions (user_id);

create table request_counts (
  bucket text not null,
  network text not null,
  minute timestamptz not null,
  hits integer not null,
  primary key (bucket, network, minute)
);
create index request_counts_by_minute on request_counts (minute);

create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  queued_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0
);
create index mails_by_time on mails (queued_at);
