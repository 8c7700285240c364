#!/bin/sh
# Called once by Patroni with the connection of the new leader: the two roles of the portal and its database.
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --set=owner="$PORTALE_OWNER_PASSWORD" --set=application="$PORTALE_PASSWORD" "$1" <<'SQL'
create role portale_owner login password :'owner';
create role portale login password :'application';
-- PgBouncer passes no settings of a connection on.
alter role portale set statement_timeout = '30s';
alter role portale set idle_in_transaction_session_timeout = '60s';
alter role portale set jit = off;
alter role portale set max_parallel_workers_per_gather = 0;
create database portale owner portale_owner encoding 'UTF8' template template0;
SQL
