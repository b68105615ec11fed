-- rowid is the page's id. Words come ready from the program; space holds one word for the space.
create virtual table page_words using fts5 (
  space, title, body,
  content = '', contentless_delete = 1, prefix = '3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
