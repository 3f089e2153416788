#!/bin/sh
# Runs once, when the database is made: the accounts of the servers, of the migrations, of backups and of the world.
set -eu
password() { cat "${SECRETS:-/run/secrets}/$1"; }
mariadb --user=root --password="$(password database_root)" <<SQL
CREATE DATABASE IF NOT EXISTS bank CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE DATABASE IF NOT EXISTS world CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE USER 'bank_app'@'%' IDENTIFIED BY '$(password database_app)';
CREATE USER 'bank_migrate'@'%' IDENTIFIED BY '$(password database_migrate)';
GRANT ALL PRIVILEGES ON bank.* TO 'bank_migrate'@'%' WITH GRANT OPTION;
CREATE USER 'bank_backup'@'%' IDENTIFIED BY '$(password database_backup)';
GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR ON *.* TO 'bank_backup'@'%';
CREATE USER 'world_app'@'%' IDENTIFIED BY '$(password database_world)';
GRANT ALL PRIVILEGES ON world.* TO 'world_app'@'%';
SQL
