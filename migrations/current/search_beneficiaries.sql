-- Groups spellings of one beneficiary (docs/adr/0094-beneficiaries-under-one-name.md).

-- Removes case, accents, punctuation, spaces and one final legal form after a word of two characters. Forms that are
-- also common words (AB, AG, AS, Co, NV, Oy, SpA, Group, Holding) stay. A name of punctuation is its own key.
create or replace function beneficiary_key(name text) returns text language sql stable parallel safe as $$
  select case words when '' then '=' || name else
    regexp_replace(words, '^(.*?[[:alnum:]]{2}) ((((co|pty|pte|pvt|private) )?(ltd|limited))|ltda|limitada|s ?a( de c ?v)?|s ?a ?s|(co )?(inc|llc)|incorporated|llp|plc|corp|corporation|gmbh|b ?v|srl|sarl)$', '\1')
  end
  from (select trim(regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(plain(name), '[''’‘`´]', '', 'g'),
        '\m([[:alnum:]])\.\s?(?=[[:alnum:]]\M)', '\1', 'g'),
      '\ms ?/ ?a\M', 'sa', 'g'),
    '[^[:alnum:]]+', ' ', 'g')) as words) of
$$;

-- A new spelling joins the group of its key, also where an admin has moved the group.
create or replace function keep_beneficiary_key() returns trigger language plpgsql as $$
begin
  new.key = beneficiary_key(new.name);
  new.group_key = coalesce((
    select s.group_key from beneficiary_sum s where s.tenant_id = new.tenant_id and s.key = new.key
    order by s.group_key = s.key desc, s.units desc, s.name limit 1), new.key);
  return new;
end $$;
create or replace trigger beneficiary_keeps_key before insert on beneficiary_sum
  for each row execute function keep_beneficiary_key();

-- Applies a changed rule to stored spellings, except in admins' groups.
update beneficiary_sum s
set key = k.key, group_key = case when s.group_key like '#%' then s.group_key else k.key end
from (select tenant_id, name, beneficiary_key(name) as key from beneficiary_sum) k
where k.tenant_id = s.tenant_id and k.name = s.name and s.key <> k.key;
