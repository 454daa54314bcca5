-- Which spellings name one beneficiary (docs/adr/0094-beneficiaries-under-one-name.md).

-- A name without what spellings of one name differ in: case, accents, punctuation, spaces, and one legal form at the end where a
-- word of two characters is left before it. `S.A.`, `S. A.`, `S/A` and `SA` are one form. Forms that are usual words or names at the end of others
-- (AB, AG, AS, Co, NV, Oy, SpA, Group, Holding) stay. A name of punctuation alone is its own key.
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

-- A spelling that is new belongs to those with its key, wherever an admin has put them.
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

-- A change of the rule brings the spellings that are there; what an admin has decided stays.
update beneficiary_sum s
set key = k.key, group_key = case when s.group_key like '#%' then s.group_key else k.key end
from (select tenant_id, name, beneficiary_key(name) as key from beneficiary_sum) k
where k.tenant_id = s.tenant_id and k.name = s.name and s.key <> k.key;
