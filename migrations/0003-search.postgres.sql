-- Words come ready from the program; one of them stands for the space.
alter table page_texts add column words tsvector not null;
create index page_texts_by_word on page_texts using gin (words);
