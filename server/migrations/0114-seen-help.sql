-- Which tours and news a person has seen or put aside.
create table help_seen (
  user_id integer not null references users,
  item text not null,
  seen_at timestamptz not null,
  primary key (user_id, item)
);
