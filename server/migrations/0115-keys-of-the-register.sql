-- Records of the register, of the history of the registry and more of cases have keys of an old system too.
alter table transfer_keys
  add column association_id integer references associations on delete cascade,
  drop constraint transfer_keys_kind_check,
  add constraint transfer_keys_kind_check check (kind in (
    'operator', 'person', 'organisation', 'case', 'caseEvent', 'message', 'comment', 'reminder', 'complainantLetter', 'assessment',
    'merge', 'registryEvent', 'association', 'member', 'attachment', 'associationEvent', 'proposal', 'associationLetter')),
  drop constraint transfer_keys_check,
  add constraint transfer_keys_check check (num_nonnulls(case_id, person_id, organisation_id, user_id, association_id) = 1);
create index transfer_keys_by_association on transfer_keys (association_id) where association_id is not null;
