-- Caps of an account and of its registry (docs/adr/0125-caps.md, docs/adr/0128-protection-of-registries.md): what one person may
-- move out of the account in 24 hours, what a new recipient may get, and to whom transfers go.

-- What left an account in 24 hours by a person, or to a recipient (the other is null): movements, and acts that wait or have
-- waited, from when they were prepared.
create or replace function moved_lately(p_tenant text, p_from text, p_caller text, p_to text)
returns table (moved_at timestamptz, quantity bigint) language sql stable as $$
  select t.occurred_at, t.quantity::bigint from transaction t
  where t.tenant_id = p_tenant and t.from_account = p_from and t.occurred_at > now() - interval '24 hours'
    and (t.actor = p_caller or t.to_account = p_to)
    and not exists (select from pending_act p where p.tenant_id = t.tenant_id and p.id = t.id)
  union all
  select p.prepared_at, p.quantity::bigint from pending_act p
  where p.tenant_id = p_tenant and p.from_account = p_from and p.type <> 'mint' and p.prepared_at > now() - interval '24 hours'
    and (p.prepared_by = p_caller or p.to_account = p_to) and coalesce(p.outcome, 'done') = 'done'
$$;

-- When a recipient stops being new; null for one that has got nothing and is not listed.
create or replace function old_recipient_from(p_tenant text, p_from text, p_to text) returns timestamptz language sql stable as $$
  select interval '24 hours' + least(
    (select r.added_at from recipient r where r.tenant_id = p_tenant and r.account_id = p_from and r.recipient_id = p_to),
    (select min(t.occurred_at) from transaction t
      where t.tenant_id = p_tenant and t.from_account = p_from and t.to_account = p_to))
$$;

-- For people, who read minutes: the next whole one.
create or replace function next_minute(p_at timestamptz) returns text language sql stable as $$
  select to_char(date_trunc('minute', p_at at time zone 'UTC' + interval '59.999999 seconds'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
$$;

-- Refuses a movement above the account's caps. Returns what the caps left before the movement; null for an account without caps.
-- Movements out of an account with caps wait for each other. Failures: conflict.
create or replace function check_caps(p_tenant text, p_caller text, p_from text, p_to text, p_quantity bigint) returns jsonb
language plpgsql as $$
declare
  rule record;
  used bigint;
  old_from timestamptz;
  free_from timestamptz;
  facts jsonb;
  left_over jsonb := '{"day": null, "recipient": null}';
begin
  select least(a.daily_cap, t.daily_cap) as daily_cap,
    case when a.daily_cap <= t.daily_cap or t.daily_cap is null then '' else 'OfRegistry' end as whose, a.only_listed,
    -- Whom a list lets in at once, a stolen session lets in too.
    case when a.only_listed then coalesce(a.new_recipient_cap, 0) else a.new_recipient_cap end as recipient_cap
  into rule from account a join tenant t on t.id = a.tenant_id
  where a.tenant_id = p_tenant and a.id = p_from
    and (coalesce(a.daily_cap, t.daily_cap, a.new_recipient_cap) is not null or a.only_listed);
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('account caps'), hashtext(p_from));
  if p_to is not null and rule.recipient_cap is not null then
    if rule.only_listed and not exists (
      select from recipient r where r.tenant_id = p_tenant and r.account_id = p_from and r.recipient_id = p_to)
    then
      perform fail('conflict', 'The account transfers only to the recipients of its list.', 'caps.notListed');
    end if;
    old_from := old_recipient_from(p_tenant, p_from, p_to);
    if (old_from <= now()) is not true then
      select coalesce(sum(m.quantity), 0) into used from moved_lately(p_tenant, p_from, null, p_to) m;
      facts := jsonb_build_object('most', rule.recipient_cap, 'used', used, 'asked', p_quantity);
      if used + p_quantity <= rule.recipient_cap then
        left_over := left_over || jsonb_build_object('recipient', jsonb_build_object('most', rule.recipient_cap,
          'left', rule.recipient_cap - used, 'newUntil', next_minute(old_from)));
      elsif old_from is null then
        perform fail('conflict', format('A new recipient may get %s units in 24 hours, until 24 hours after its first transfer or '
          'after it was listed; it has got %s.', rule.recipient_cap, used), 'caps.firstOfRecipient', facts);
      else
        perform fail('conflict', format('A new recipient may get %s units in 24 hours; it has got %s, and is new until %s.',
          rule.recipient_cap, used, next_minute(old_from)), 'caps.newRecipient', facts || jsonb_build_object('from', next_minute(old_from)));
      end if;
    end if;
  end if;
  if rule.daily_cap is not null then
    select coalesce(sum(m.quantity), 0) into used from moved_lately(p_tenant, p_from, p_caller, null) m;
    facts := jsonb_build_object('most', rule.daily_cap, 'used', used, 'asked', p_quantity);
    if used + p_quantity <= rule.daily_cap then
      return left_over || jsonb_build_object('day', jsonb_build_object('most', rule.daily_cap, 'left', rule.daily_cap - used));
    elsif p_quantity > rule.daily_cap then
      perform fail('conflict', format('A person may move %s units out of the account in 24 hours, and has moved %s.',
        rule.daily_cap, used), 'caps.aboveDay' || rule.whose, facts);
    end if;
    select min(m.moved_at) + interval '24 hours' into free_from
    from (
      select l.moved_at, coalesce(sum(l.quantity) over (order by l.moved_at desc groups between unbounded preceding and 1 preceding), 0)
        as later
      from moved_lately(p_tenant, p_from, p_caller, null) l
    ) m
    where m.later + p_quantity <= rule.daily_cap;
    perform fail('conflict', format('A person may move %s units out of the account in 24 hours, and has moved %s; from %s on %s may move.',
      rule.daily_cap, used, next_minute(free_from), p_quantity), 'caps.day' || rule.whose, facts || jsonb_build_object('from', next_minute(free_from)));
  end if;
  return left_over;
end $$;
