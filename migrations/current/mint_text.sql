-- The canonical text of a mint (docs/proof.md, Mint); proof/mint.ts reads and checks it. Decided verifications and
-- accepted measurements keep their documents, so that the text stays as the mint found it.
create or replace function mint_text(p_tenant text, p_transaction text) returns text language sql stable as $$
  select to_json(m)::text
  from (
    select p_tenant as "tenantId", p_transaction as "transactionId", array(
      select to_json(w)
      from (
        select v.id as "verificationId", v.project_id as "projectId", v.account_id as "verifierId", v.quantity::text as quantity,
          to_char(v.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "decidedAt", m.id as "measurementId",
          m.account_id as "measurerId", m.methodology_id as "methodologyId",
          '[' || lower(m.period) || ',' || (upper(m.period) - 1) || ']' as period, m.quantity::text as measured,
          documents.public as "publicDocuments", documents.private as "privateDocuments", array(
            select to_json(i)
            from (
              select a.id as "assetId", '[' || lower(a.vintage) || ',' || (upper(a.vintage) - 1) || ']' as vintage,
                a.verified_quantity::text as verified
              from asset a where a.tenant_id = p_tenant and a.id = any (of_verification.assets) order by a.id collate "C"
            ) i) as assets
        from (
          select a.verification_id as id, array_agg(distinct a.id) as assets
          from entry e join asset a on a.tenant_id = e.tenant_id and a.id = e.asset_id
          where e.tenant_id = p_tenant and e.transaction_id = p_transaction group by 1
        ) of_verification
        join verification v on v.tenant_id = p_tenant and v.id = of_verification.id
        join measurement m on m.tenant_id = v.tenant_id and m.id = v.measurement_id
        cross join lateral (
          select
            coalesce(array_agg(h.hash order by h.hash) filter (where h.is_public), '{}') as public,
            coalesce(array_agg(h.sealed order by h.sealed) filter (where not h.is_public), '{}') as private
          from (
            select d.is_public, encode(d.sha256, 'hex') collate "C" as hash,
              encode(sha256(convert_to(d.id || encode(d.sha256, 'hex'), 'UTF8')), 'hex') collate "C" as sealed
            from (
              select 'measurement' as kind, m.id
              union all select 'verification', v.id
              union all select 'finding', f.id from finding f where f.tenant_id = p_tenant and f.verification_id = v.id
            ) subject
            join document d on d.tenant_id = p_tenant and d.subject_kind = subject.kind and d.subject_id = subject.id
          ) h
        ) documents
        order by v.id collate "C"
      ) w) as verifications
  ) m
$$;
