-- Files of cases have keys of an old system too.
alter table transfer_keys
  drop constraint transfer_keys_kind_check,
  add constraint transfer_keys_kind_check
    check (kind in ('operator', 'person', 'organisation', 'case', 'caseEvent', 'message', 'comment', 'attachment'));
