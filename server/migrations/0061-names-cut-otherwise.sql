-- The next start writes the tokens again, with those of the syllables of names and of names joined at an article.
delete from natural_person_tokens;
delete from legal_person_tokens;
