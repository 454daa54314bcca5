-- What a registry knows of a project beside the six facts of its request, and the list of types that a registry may state.

alter table project
  add column sector text not null default '',
  -- Whether emissions are avoided or taken out of the air.
  add column mitigation text check (mitigation in ('reduction', 'removal', 'both')),
  -- The part of the country or of the world.
  add column region text not null default '',
  -- A polygon of GeoJSON (RFC 7946, 3.1.6). The place of a project is a point or an area; a point besides would be a second truth.
  add column area jsonb check (area is null or longitude is null and latitude is null),
  -- The box around the point or the area, kept by a trigger: what neighbours are found by.
  add column extent box,
  -- Units expected of a year.
  add column annual_estimate quantity,
  -- Sustainable development goals of the United Nations, by number.
  add column sdgs smallint[] not null default '{}' check (sdgs <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]::smallint[]),
  -- Where the project is or was registered before, and under which id.
  add column origin_registry text not null default '',
  add column origin_id text not null default '';

-- What exports said of the projects that were loaded from them.
update project p set origin_registry = coalesce(r.source ->> 'registry', ''), origin_id = p.id,
  sector = coalesce(r.source ->> 'scope', ''), region = coalesce(r.source ->> 'region', ''),
  mitigation = case when r.source ->> 'reduction_removal' = 'Reduction' then 'reduction'
    when r.source ->> 'reduction_removal' like '% Removal' then 'removal'
    when r.source ->> 'reduction_removal' = 'Mixed' then 'both' end,
  annual_estimate = case when r.source ->> 'estimated_annual_reductions' ~ '^\d{1,15}(\.0+)?$'
    then (r.source ->> 'estimated_annual_reductions')::numeric::bigint end
from imported_row r where r.tenant_id = p.tenant_id and r.kind = 'project' and r.key = p.id;
update project set extent = box(point(longitude, latitude), point(longitude, latitude))
where longitude is not null and latitude is not null;

-- Null is the product's own list.
alter table tenant add column project_types text[] check (cardinality(project_types) between 1 and 100);
