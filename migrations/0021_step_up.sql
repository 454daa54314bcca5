-- What a registry asks of a sign-in before sensitive acts (docs/adr/0124-step-up.md).

alter table tenant add column step_up text not null default 'off' check (step_up in ('off', 'recent', 'strong'));
-- From this quantity on a recent sign-in needs a second factor, too; null: never.
alter table tenant add column step_up_factor_from bigint check (step_up_factor_from > 0);
