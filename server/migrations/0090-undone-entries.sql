-- The entry that took an action back is found by the entry of the action: the history names it beside.
create index concurrently case_events_undoing on case_events (undoes) where undoes is not null;
