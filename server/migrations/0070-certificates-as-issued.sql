-- What an issued certificate said, kept once another takes its place: a paper that was printed before verifies as what it is. All of it
-- is public in the register.
alter table association_certificates add column facts jsonb;
