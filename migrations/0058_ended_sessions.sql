-- Sessions at the embedded provider that have ended: their access tokens, which nobody stores, are refused until they run out.
-- `grant_id` is what the tokens carry as `sid`.
create table identity.ended_session (
  grant_id text primary key,
  ended_at timestamptz not null default now()
);
create index ended_session_by_end on identity.ended_session (ended_at);
