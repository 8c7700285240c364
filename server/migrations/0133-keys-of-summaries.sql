-- Summaries of assessments move with an office.
alter table transfer_keys
  drop constraint transfer_keys_kind_check,
  add constraint transfer_keys_kind_check check (kind in (
    'operator', 'person', 'organisation', 'case', 'caseEvent', 'message', 'comment', 'reminder', 'complainantLetter', 'assessment',
    'summary', 'merge', 'registryEvent', 'association', 'member', 'attachment', 'associationEvent', 'proposal', 'associationLetter'));
