-- Limits keep a keyed digest of who is counted, not the network; a file forgets its browser when a record takes it.

delete from request_counts;
alter table request_counts rename column network to subject;

-- Truncated networks of unclaimed files are at most a day old; their limit counts anew.
update attachments set network = null where network is not null;
-- Whose a file is matters until a record takes it; afterwards, and after the record's mail is gone, nobody's.
alter table attachments drop constraint attachments_check;
update attachments set visitor_hash = null where case_id is not null or mail_id is not null;
