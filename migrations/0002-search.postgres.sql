-- Words come ready from the program; one of them stands for the space.
alter table page_texts add column words tsvector not null;
create index page_texts_by_word on page_texts using gin (words);

-- Characters sort by their numbers, as SQLite sorts them, whatever the database's language.
alter table pages alter column title_order type text collate "C";
