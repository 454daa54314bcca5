-- Of the movement's parts as they were before (docs/adr/0037-what-a-law-costs.md).
drop function if exists move_unusual_balances(text, text, bigint, text, text, boolean, boolean);
