-- Views that RUP shares with all operators.
alter table saved_views add column is_shared boolean not null default false;
create index saved_views_shared on saved_views (id) where is_shared;
