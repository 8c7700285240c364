-- Files of an unfinished application, or of one that waits for its confirmation: they stay as long as it does.

alter table files add column draft_id integer references enrolment_drafts on delete set null;
create index files_by_draft on files (draft_id) where draft_id is not null;

-- The files themselves say which draft they wait with.
alter table enrolment_drafts drop column visitor_hash;
