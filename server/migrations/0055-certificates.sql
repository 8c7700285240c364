-- Each certificate that is issued has a code of its own; earlier ones can still be verified.
create table association_certificates (
  code text primary key,
  association_id integer not null references associations on delete cascade,
  issued_at timestamptz not null
);
create index association_certificates_by_association on association_certificates (association_id);
insert into association_certificates (code, association_id, issued_at)
  select certificate_code, id, coalesce(certificate_at, now()) from associations where certificate_code is not null;
-- The table of certificates finds a code now.
alter table associations drop constraint associations_certificate_code_key;
