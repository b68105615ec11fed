-- Each word that is asked for is compared with all that waits to be put into the index: at most so many kB.
alter index page_texts_by_word set (gin_pending_list_limit = 256);
