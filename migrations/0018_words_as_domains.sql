-- What a column may hold is the domain of its type where movements write: a CHECK of a table is parsed anew by every statement
-- that writes a row, that of a domain once a connection. It was 28 % of what a transfer cost
-- PostgreSQL on one connection.
-- The columns take their types before these have constraints, so that no table is written anew.

create domain country_code as text;
create domain positive_quantity as bigint;
create domain serial_range as int8range;
create domain unit_state as text;
create domain state_in_circulation as text;
create domain transaction_type as text;
create domain idempotency_key as text;
create domain beneficiary_kind as text;
create domain claim_origin as text;

alter table transaction
  drop constraint transaction_type_check,
  drop constraint transaction_quantity_check,
  alter column type type transaction_type,
  alter column quantity type positive_quantity;
alter table entry
  drop constraint entry_from_state_check,
  drop constraint entry_serials_check,
  drop constraint entry_to_state_check,
  alter column serials type serial_range,
  alter column from_state type state_in_circulation,
  alter column to_state type unit_state;
-- The serial numbers of blocks keep their CHECK: another type would have the index of the exclusion constraint made anew.
alter table block
  drop constraint block_state_check,
  alter column state type unit_state;
alter table movement_request
  drop constraint movement_request_key_check,
  alter column key type idempotency_key;
alter table claim
  drop constraint claim_quantity_check,
  drop constraint claim_beneficiary_kind_check,
  drop constraint claim_beneficiary_country_check,
  drop constraint claim_country_of_consumption_check,
  drop constraint claim_origin_check,
  alter column quantity type positive_quantity,
  alter column beneficiary_kind type beneficiary_kind,
  alter column beneficiary_country type country_code,
  alter column country_of_consumption type country_code,
  alter column origin type claim_origin;
alter table asset
  drop constraint asset_country_check,
  alter column country type country_code;

alter domain country_code add constraint country_code_check check (value ~ '^[A-Z]{2}$');
alter domain positive_quantity add constraint positive_quantity_check check (value between 1 and 9007199254740991);
alter domain serial_range add constraint serial_range_check check (not isempty(value));
alter domain unit_state add constraint unit_state_check check (value in ('held', 'locked', 'retired', 'cancelled'));
alter domain state_in_circulation add constraint state_in_circulation_check check (value in ('held', 'locked'));
alter domain transaction_type add constraint transaction_type_check check (value in ('mint', 'transfer', 'claim', 'burn'));
alter domain idempotency_key add constraint idempotency_key_check check (length(value) between 1 and 255);
alter domain beneficiary_kind add constraint beneficiary_kind_check check (value in ('organisation', 'person', 'anonymous'));
alter domain claim_origin add constraint claim_origin_check check (value in ('registry', 'import'));
