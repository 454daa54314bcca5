-- Quantities by calendar year of a period (docs/adr/0084-vintages-of-a-period.md).

-- The number of calendar years that a period touches.
create or replace function years_of(p_period daterange) returns integer language sql immutable
  return extract(year from upper(p_period) - 1)::int - extract(year from lower(p_period))::int + 1;

-- Whether there is one quantity for each calendar year of the period and their sum is the total.
create or replace function are_by_year(p_parts bigint[], p_total bigint, p_period daterange) returns boolean
language sql immutable as $$
  select count(part) = years_of(p_period) and count(*) = count(part) and min(part) >= 0 and sum(part) = p_total
  from unnest(p_parts) part
$$;

create or replace function hold_measured_years() returns trigger language plpgsql as $$
begin
  if are_by_year(new.by_year, new.quantity, new.period) is not true then
    raise exception 'Measurement %: % by year are not the % of %', new.id, new.by_year, new.quantity, new.period
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger measurement_holds_years before insert or update of by_year, quantity, period on measurement
  for each row when (new.by_year is not null) execute function hold_measured_years();

-- No year has more verified than measured units.
create or replace function hold_verified_years() returns trigger language plpgsql as $$
declare
  measured record;
begin
  select m.period, m.by_year into measured from measurement m
  where m.tenant_id = new.tenant_id and m.id = new.measurement_id;
  if are_by_year(new.by_year, new.quantity, measured.period) is not true
    or exists (select from unnest(new.by_year, measured.by_year) year (verified, measured) where year.verified > year.measured)
  then
    raise exception 'Verification %: % by year are not % of the measured % of %', new.id, new.by_year, new.quantity,
      measured.by_year, measured.period using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger verification_holds_years before insert or update of by_year, quantity on verification
  for each row when (new.by_year is not null) execute function hold_verified_years();

-- A verification's vintages, oldest first; `reserved`: by mints that wait. Without quantities by year, its period is one vintage.
create or replace function vintages_of(p_tenant text, p_verification text)
returns table (place bigint, vintage daterange, verified bigint, asset_id text, issued bigint, reserved bigint)
language sql stable as $$
  select year.place, days.vintage, year.verified, a.id, coalesce(a.issued, 0)::bigint, (
    select coalesce(sum((i ->> 'quantity')::bigint), 0)::bigint from pending_act w, jsonb_array_elements(w.items) i
    where w.tenant_id = p_tenant and w.type = 'mint' and w.outcome is null and i ->> 'verificationId' = p_verification
      and (i ->> 'year')::int = extract(year from upper(days.vintage) - 1))
  from verification v
  join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
  cross join lateral unnest(coalesce(v.by_year, array[v.quantity::bigint])) with ordinality year (verified, place)
  cross join lateral (
    select case when v.by_year is null then m.period else m.period * daterange(
      make_date(extract(year from lower(m.period))::int + year.place::int - 1, 1, 1),
      make_date(extract(year from lower(m.period))::int + year.place::int, 1, 1)) end as vintage
  ) days
  left join asset a on a.tenant_id = v.tenant_id and a.verification_id = v.id and a.vintage = days.vintage
  where v.tenant_id = p_tenant and v.id = p_verification
$$;

-- A mint's quantities as [{year, quantity}]; null for a single year.
create or replace function minted_by_year(p_tenant text, p_transaction text) returns jsonb language sql stable as $$
  select case when count(*) > 1 then jsonb_agg(jsonb_build_object('year', y.year, 'quantity', y.quantity) order by y.year) end
  from (
    select extract(year from upper(a.vintage) - 1)::int as year, sum_of_units(upper(e.serials) - lower(e.serials)) as quantity
    from entry e join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
    where e.tenant_id = p_tenant and e.transaction_id = p_transaction group by 1
  ) y
$$;
