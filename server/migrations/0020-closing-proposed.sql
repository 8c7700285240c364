-- Since when a case waits for RUP to close it, as whoever works on it proposed; none once it was closed, moved or handed over.
alter table cases add column closing_proposed_at timestamptz;

update cases set closing_proposed_at = proposed.at
from case_events as proposed
where proposed.case_id = cases.id and proposed.kind = 'proposeClosing' and cases.status in ('inWorkOne', 'inWorkTwo')
  and not exists (
    select from case_events as later
    where later.case_id = cases.id and later.id > proposed.id
      and (later.kind = 'proposeClosing' or later.status_to <> later.status_from
        or (later.operator_id is not null and later.kind <> 'lockTaken')));

-- Few at a time, in the order of the list.
create index cases_closing_proposed on cases (list_rank desc, id desc) where closing_proposed_at is not null;
