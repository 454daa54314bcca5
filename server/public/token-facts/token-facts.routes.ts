import { metadataPath } from '#server/infra/chain/contract.ts'
import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { contractFacts, noSuchToken, tokenFacts } from './token-facts.ts'

/** Wallets write the id in lower case without `0x` (ERC-1155). */
const tokenFile = /^([0-9a-f]{64})\.json$/

export const tokenFactsRoutes: Feature<UnitsDeps> = (_, deps, { app }) => {
  const reading = forVisitors(deps)
  app.get<{ Params: { file: string } }>(
    `${metadataPath}:file`,
    { config: { share: 'files' } },
    async ({ params: { file } }, reply) => {
      const id = tokenFile.exec(file)?.[1]
      if (file !== 'contract.json' && id === undefined) throw noSuchToken()
      const facts = id === undefined ? contractFacts(reading) : await tokenFacts(reading, id)
      // Wallets and explorers read the file from pages of their own.
      return reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=60').send(facts)
    },
  )
}
