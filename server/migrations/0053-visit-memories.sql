-- What the next page of a visitor without scripts shows, between a posted form and the page that it redirects to.
create table visit_memories (
  visit_hash text not null,
  slot text not null,
  -- Sealed under the id in the visitor's cookie, which the server does not store.
  content bytea not null,
  expires_at timestamptz not null,
  primary key (visit_hash, slot)
);
create index visit_memories_by_end on visit_memories (expires_at);
