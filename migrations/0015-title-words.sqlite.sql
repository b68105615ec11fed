-- The words of titles, looked up while somebody types: found by their first letters without reading
-- those of all texts. rowid is the page's id; space holds one word for the space.
create virtual table title_words using fts5 (
  space, title, content = '', contentless_delete = 1, detail = column, prefix = '1 2', tokenize = 'ascii'
);
-- Whoever sorts the pages of an older Markport brings their titles in here as well.
delete from settings where name = 'page-order';
