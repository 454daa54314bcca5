-- Somebody of a provider that keeps no directory here may found an account: the e-mail address is then unknown, and is no
-- address that two could share.
drop index app_user_by_email;
create unique index app_user_by_email on app_user (tenant_id, lower(email)) where status <> 'DELETED' and email <> '';
