-- Who confirmed what the office assures reporters of, and a digest of the texts: others need another confirmation.
create table assurance_confirmations (
  only_one boolean primary key default true check (only_one),
  digest text not null,
  confirmed_by integer not null references users,
  confirmed_at timestamptz not null
);
