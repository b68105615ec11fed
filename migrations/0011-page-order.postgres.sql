-- Characters sort by their numbers, as SQLite sorts them, whatever the database's language.
alter table pages alter column title_order type text collate "C";
