#!/bin/sh
# Restores the database on this machine, as postgres, while Patroni is stopped on all three: to an instant, as
#   restore.sh '2026-11-20 10:00:00+01'
# or without one to the end of the log. Patroni then starts from it.
set -eu
data=/var/lib/portale/postgresql
control() { /usr/lib/postgresql/15/bin/pg_ctl --pgdata="$data" --wait --timeout=86400 "$@"; }
query() { psql --no-psqlrc --quiet --tuples-only --no-align --host=/var/lib/portale --username=postgres --command="$1" postgres; }

pgbackrest --config=/etc/portale/pgbackrest.conf --stanza=portale --delta ${1:+--type=time "--target=$1" --target-action=promote} restore
# Nobody reaches it before Patroni does.
control --log=/var/lib/portale/restore.log --options="-c listen_addresses=''" start
until [ "$(query 'select pg_is_in_recovery()')" = f ]; do sleep 1; done
# What pgBackRest wrote for the recovery would stop a standby at the same instant.
query 'alter system reset all'
control --mode=fast stop
