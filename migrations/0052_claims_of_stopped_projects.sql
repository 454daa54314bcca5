-- Whether units of projects that the registry has suspended or withdrawn may be claimed.
alter table tenant add column claims_of_stopped_projects boolean not null default true;
