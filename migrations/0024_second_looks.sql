-- A mint that waits for a second person reserves a part of the verified quantity.
alter table pending_act drop constraint pending_act_type_check;
create index pending_act_reserving on pending_act (tenant_id) where type = 'mint' and outcome is null;

-- What a registry allows with units of suspended and withdrawn projects, beside claims.
alter table tenant add column transfers_of_stopped_projects boolean not null default true;
