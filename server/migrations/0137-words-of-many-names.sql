-- A word that one name in four has is joined by a hash: looking up each of thousands of names took as long as all the rest of the search.
alter function association_ids_with(text[]) rows 1000;
