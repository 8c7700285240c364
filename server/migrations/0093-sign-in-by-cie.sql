-- Sessions may begin by the electronic identity card.
alter table sessions
  drop constraint sessions_sign_in_check,
  add constraint sessions_sign_in_check check (sign_in in ('spid', 'cie', 'demo'));
