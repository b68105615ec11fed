-- Characters sort by their numbers, as SQLite sorts them, whatever the database's language.
alter table properties alter column key type text collate "C";
