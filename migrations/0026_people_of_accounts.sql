-- People of an account are found by account and by person: with the person in the index, a list of an account's people takes one look
-- for each (docs/adr/0129-several-accounts.md).
create index membership_of_account on membership (tenant_id, account_id, username);
drop index membership_by_account;
