-- When and how it is safe to call a reporter; sealed like the telephone.
alter table reports add column do_not_call bytea, add column call_hours bytea, add column only_to_reporter bytea;
