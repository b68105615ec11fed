-- The words of the index, in order: what begins with some letters is found without reading the pages that
-- have it.
create virtual table page_vocabulary using fts5vocab (page_words, instance);
