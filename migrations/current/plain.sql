-- How people type what they look for: small letters without accents.
create or replace function plain(words text) returns text language sql stable parallel safe
  return lower(unaccent(words));
