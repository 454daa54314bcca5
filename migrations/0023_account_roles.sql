-- Roles in an account, beside the groups (docs/adr/0126-account-roles.md). A member without a row may do all that members may.
create table account_role (
  tenant_id text not null,
  account_id text not null,
  username text not null,
  role text not null check (role in ('Viewer', 'Operator', 'Approver')),
  given_at timestamptz not null,
  -- Then the person's access to the account ends, after at most 366 whole days; null: never.
  ends_at timestamptz check (
    ends_at is null or (role = 'Viewer' and ends_at > given_at and ends_at <= given_at + interval '367 days')),
  -- Whether the person was told that the end is near.
  is_end_told boolean not null default false,
  primary key (tenant_id, account_id, username),
  foreign key (tenant_id, account_id) references account (tenant_id, id),
  foreign key (tenant_id, username) references app_user (tenant_id, username)
);
create index account_role_of_person on account_role (tenant_id, username);
create index account_role_ending on account_role (ends_at) where ends_at is not null and not is_end_told;
