-- When each mailbox was last read, and since when it cannot be.
create table mailbox_checks (
  mailbox text primary key check (mailbox in ('ordinary', 'certified')),
  read_at timestamptz,
  failing_since timestamptz,
  failure text check (failure in ('unreachable', 'denied', 'other')),
  check ((failing_since is null) = (failure is null))
);
