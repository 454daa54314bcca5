import { contractName, contractSymbol } from '#server/infra/chain/contract.ts'
import { tokenId } from '#server/infra/chain/derive.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { type SiteDeps, siteOf } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { serialLabel } from '#shared/rules/serials.ts'
import { issuedWithToken } from './token-facts.store.ts'

/** What `contractURI()` names (ERC-7572). */
export function contractFacts({ config }: Pick<InfraDeps, 'config'>) {
  return {
    name: contractName,
    symbol: contractSymbol,
    description:
      'The public record of units of environmental projects: one token id an issued batch, one token a unit.',
    image: `${config.PUBLIC_URL}/icon-512.png`,
    external_link: config.PUBLIC_URL,
  }
}

/** What `uri(id)` names (ERC-1155). Fails with `not_found` for a token that this registry has not issued. */
export async function tokenFacts(deps: SiteDeps, id: string) {
  const rows = await issuedWithToken(deps.sql, id)
  const token = rows.find(({ tenantId, assetId }) => tokenId(tenantId, assetId) === BigInt(`0x${id}`))
  if (!token) throw noSuchToken()
  const { tenantId, project, projectNumber, vintage, batch, country, issued, retired, cancelled } = token
  const { tenant, origin } = await siteOf(deps, tenantId)
  const words = wordsOf(tenant, 'en')
  const serials = serialLabel(token)
  const { accountId, projectId, imageFileName = null } = project ?? {}
  return {
    name: `${project?.name ?? words.assetName} ${vintage}-${batch}`,
    description: `${words.assetNamePlural}, ${words.name}: ${serials}`,
    decimals: 0,
    image: imageFileName
      ? `${deps.config.IMAGES_URL}/${tenantId}/${accountId}/${projectId}/${imageFileName}`
      : `${origin}/icon-512.png`,
    external_url: `${origin}/unit/${serials}`,
    properties: {
      registry: words.name,
      project: project?.name ?? null,
      projectNumber,
      country,
      vintage,
      batch,
      serials,
      issued: toWire(issued),
      retired: toWire(retired),
      cancelled: toWire(cancelled),
      outstanding: toWire(issued - retired - cancelled),
    },
  }
}

export const noSuchToken = () =>
  new Failure('not_found', 'This registry has issued no such token.', because('noSuch.units'))
