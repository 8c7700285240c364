-- The head of the office edits the reference lists. A deleted entry keeps its row, so that its number is not used again and
-- seeding does not restore it.
alter table reference_items
  -- Its place in a list with an order of its own; null sorts it by label or by number.
  add column position integer,
  -- Counts the changes by the office; seeding adds languages only to entries that the office has not changed.
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  -- Of a retired entry: how many records the last nightly check found that use it.
  add column retired_uses integer,
  add column checked_at timestamptz;
create index reference_items_retired on reference_items (list, id) where retired_at is not null and deleted_at is null;
