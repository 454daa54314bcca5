#!/bin/sh
# Creates the registry's database and roles (docs/operations.md, “Database roles”). Patroni runs this script once, after
# creating the cluster, with the primary's address.
set -eu
exec psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$REGISTRY_DATABASE_PASSWORD" \
  --set requests="$REGISTRY_REQUESTS_PASSWORD" "$1" <<'SQL'
create role registry_app nologin;
create role registry login password :'password' in role registry_app;
create role registry_requests login password :'requests' in role registry_app;
create database registry owner registry;
SQL
