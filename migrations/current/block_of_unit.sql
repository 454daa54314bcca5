-- The block with a unit of a series. The exclusion constraint allows one; `rows 1` stops the planner from expecting a
-- two-hundredth of all blocks.
create or replace function block_of_unit(p_series bigint, p_unit bigint) returns setof block language plpgsql stable rows 1 as $$
begin
  return query select * from block where series = p_series and serials @> p_unit;
end $$;

-- Divides a range into its blocks and the gaps between, whose `state` is null; with `p_asset`, blocks of other assets
-- have no state either. After `p_most` rows, one with `is_left` covers the rest. Gaps are bisected: the block index has
-- no order.
create or replace function units_between(p_tenant text, p_series bigint, p_asset text, p_first bigint, p_last bigint, p_most integer)
returns table (first bigint, last bigint, state unit_state, asset_id text, transaction_id text, is_left boolean)
language plpgsql stable rows 10 set enable_seqscan = off as $$
declare
  here bigint := p_first;
  found_block block;
  near bigint;
  far bigint;
  middle bigint;
begin
  is_left := false;
  for step in 1 .. p_most loop
    exit when here > p_last;
    first := here;
    found_block := null;
    select * into found_block from block_of_unit(p_series, here);
    if found_block.series is not null then
      last := least(upper(found_block.serials) - 1, p_last);
      if found_block.tenant_id = p_tenant and (p_asset is null or found_block.asset_id = p_asset) then
        state := found_block.state;
        asset_id := found_block.asset_id;
        transaction_id := found_block.transaction_id;
      else
        state := null; asset_id := null; transaction_id := null;
      end if;
    else
      state := null; asset_id := null; transaction_id := null;
      -- No unit from `here` to `near` is in a block; some unit up to `far` is.
      near := here;
      far := p_last;
      if not exists (select from block where series = p_series and serials && int8range(here, p_last, '[]')) then
        near := p_last;
      else
        while far - near > 1 loop
          middle := near + (far - near) / 2;
          if exists (select from block where series = p_series and serials && int8range(here, middle, '[]')) then
            far := middle;
          else
            near := middle;
          end if;
        end loop;
      end if;
      last := near;
    end if;
    here := last + 1;
    return next;
  end loop;
  if here <= p_last then
    first := here; last := p_last; state := null; asset_id := null; transaction_id := null; is_left := true;
    return next;
  end if;
end $$;
