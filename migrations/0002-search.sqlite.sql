-- rowid is the page's id; space holds one word for the space. The program folds words that are not
-- in ASCII and puts spaces between them, so that this tokenizer, the quickest, cuts them right.
create virtual table page_words using fts5 (
  space, title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- The words of titles and headings, looked up while somebody types: found by their first letters without
-- reading those of all texts. rowid is the page's id; space holds one word for the space.
create virtual table title_words using fts5 (
  space, title, headings, content = '', contentless_delete = 1, detail = column, prefix = '1 2',
  tokenize = 'ascii'
);
