-- The block that a unit of a series is in: the exclusion constraint lets it be in one. A plan that does not know the number yet would
-- expect it in a two-hundredth of all blocks, and read every block of an asset or all claims; ROWS says how it is.
create or replace function block_of_unit(p_series bigint, p_unit bigint) returns setof block language plpgsql stable rows 1 as $$
begin
  return query select * from block where series = p_series and serials @> p_unit;
end $$;
