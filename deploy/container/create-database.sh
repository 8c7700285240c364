#!/bin/sh
# Called once by the image of PostgreSQL, on an empty volume: the two roles of the portal and its database.
set -eu
set -a
. /run/secrets/database.env
set +a
sh /etc/portale/create-database.sh "user=postgres dbname=postgres"
