-- How much who calls (docs/adr/0028-overload.md): what several processes must know of each other within a second, and nobody after
-- a minute. Unlogged, as a crash may forget it.
create unlogged table call_count (
  -- Since 1970.
  minute bigint not null,
  -- A name that says nothing of a person or an address.
  caller text not null,
  calls integer not null,
  primary key (minute, caller)
);
