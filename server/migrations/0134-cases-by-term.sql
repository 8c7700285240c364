-- The pending cases in the order in which their terms end, of which there are two: until the office closes a case, and until an operator
-- takes one that waits. The home page reads both from the front, and counts what is late by the first without reading cases.
drop index cases_by_term;
create index cases_by_term on cases (worked_from, id) include (is_out_of_remit, status, assigned_to, unread, status_since)
  where status in ('open', 'toAssign', 'inWorkOne', 'inWorkTwo', 'external', 'reopened');
create index cases_by_wait on cases (status_since, id) include (is_out_of_remit, status, assigned_to, unread, worked_from)
  where status in ('open', 'toAssign', 'reopened');
