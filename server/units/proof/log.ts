import { signedCheckpoint, verifierKey } from '#proof/checkpoint.ts'
import { didDocument } from '#proof/credential.ts'
import { movementText } from '#proof/movement.ts'
import type { ProofFile } from '#proof/proof-file.ts'
import { consistencyRanges, inclusionRanges } from '#proof/tree.ts'
import { explorerLink } from '#server/infra/chain/chain.ts'
import { logRef } from '#server/infra/chain/derive.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { type LookupDeps, tenantOf } from '#server/people/tenants/tenants.ts'
import { type LinkedRow, linksAfter } from '#server/units/ledger/links.ts'
import { hashRows, rangeHashes, tileWidth } from '#server/units/ledger/tree.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { readAnchors, readConsistency } from '#shared/contract/transactions.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { anchorsInBlocks, type HeadRow, type LogRow, linkHashesOf, logOf, logsInUse, newestHead } from './log.store.ts'

/** Part of a C2SP log (c2sp.org/tlog-tiles): a row of hashes, the leaves' data, or our movements as JSON Lines. */
export type Tile = { of: number | 'entries' | 'movements'; index: number; width: number }

/** The newest signed head as a C2SP checkpoint. Fails with `not_found` before the first one. */
export async function checkpointOf(deps: LookupDeps, tenantId: string): Promise<string> {
  return signed(await headOf(deps, tenantId))
}

/** The log's name and key as a document of did:web, in whose name certificates are signed. */
export async function issuerDocument(deps: LookupDeps, tenantId: string) {
  await tenantOf(deps, tenantId)
  const log = await logOf(deps.sql, tenantId)
  if (!log) throw noSuchTile()
  const { origin, publicKey } = log
  return didDocument(origin, publicKey)
}

/** The public keys of all logs of this deployment, by registry. */
export async function logKeys({ sql, config }: Pick<InfraDeps, 'sql' | 'config'>) {
  const logs = await logsInUse(sql)
  return {
    logs: logs.map(({ tenantId, ...log }) => ({
      tenantId,
      url: `${config.PUBLIC_URL}/log/${tenantId}`,
      key: keyOf(log),
    })),
  }
}

/** The bytes of a tile. Fails with `not_found` where the newest head has fewer leaves. */
export async function tileOf(deps: LookupDeps, tenantId: string, { of, index, width }: Tile): Promise<Buffer> {
  const { size } = await headOf(deps, tenantId)
  const [start, end] = [index * tileWidth, index * tileWidth + width]
  const level = typeof of === 'number' ? of : 0
  if (end > Math.floor(Number(size) / tileWidth ** level)) throw noSuchTile()
  if (of === 'movements') {
    const links = await linksAfter(deps.sql, tenantId, BigInt(start), width)
    return Buffer.from(links.map((link) => `${JSON.stringify(withoutLog(link))}\n`).join(''))
  }
  if (of === 'entries') {
    const hashes = await linkHashesOf(deps.sql, tenantId, start, end)
    return Buffer.concat(hashes.flatMap((hash) => [Buffer.of(0, hash.length), hash]))
  }
  const [hashes = []] = await hashRows(deps.sql, tenantId, [{ level, start, end }])
  return Buffer.concat(hashes.map((hash) => Buffer.from(hash, 'hex')))
}

/** Proves that the tree of `to` links begins with the tree of `from`. Fails with `invalid` beyond the newest head. */
export async function consistencyOf(
  deps: LookupDeps,
  { tenantId, from, to }: ValidQueryOf<typeof readConsistency>,
): Promise<ReplyOf<typeof readConsistency>> {
  const { size } = await headOf(deps, tenantId)
  if (from > to || BigInt(to) > size) {
    throw new Failure(
      'invalid',
      `from is at most to, and to at most ${size}, the size of the newest head.`,
      because('request.consistency', { size: toWire(size) }),
    )
  }
  return { path: await rangeHashes(deps.sql, tenantId, from === to ? [] : consistencyRanges(from, to)) }
}

const anchorsAtOnce = 100

/** Where heads are on the chain. Fails with `not_found` before the registry's first movement. */
export async function anchorsOf(
  deps: LookupDeps & Pick<InfraDeps, 'chain'>,
  tenantId: string,
): Promise<ReplyOf<typeof readAnchors>> {
  await tenantOf(deps, tenantId)
  const log = await logOf(deps.sql, tenantId)
  if (!log) throw noSuchTile()
  const anchors = await anchorsInBlocks(deps.sql, tenantId, anchorsAtOnce)
  return {
    log: logRef(log.origin),
    anchors: anchors.map(({ size, chainId, blockNumber, ...anchor }) => ({
      ...anchor,
      size: toWire(size),
      chainId: Number(chainId),
      blockNumber: Number(blockNumber),
      explorerUrl: explorerLink(deps.chain, 'tx', anchor.transactionHash),
    })),
  }
}

/**
 * What a movement's proof states; the log's part is null until a head covers the link. The tiles, which never change, lack
 * the corrections of claims.
 */
export async function proofOfLink(deps: LookupDeps, row: LinkedRow, tenantId: string): Promise<ProofFile> {
  const head = await newestHead(deps.sql, tenantId)
  const corrections = row.corrections.map(({ text }) => text)
  const proof = { ...withoutLog(row), ...(corrections.length > 0 && { corrections }) }
  if (!head || head.size < row.link.sequence) return { ...proof, log: null }
  const ranges = inclusionRanges(Number(row.link.sequence) - 1, Number(head.size))
  const path = await rangeHashes(deps.sql, tenantId, ranges)
  return { ...proof, log: { path, checkpoint: signed(head), key: keyOf(head) } }
}

function withoutLog({ movement, document, link }: LinkedRow): Omit<ProofFile, 'log'> {
  if (!movement) throw new Error(`The movement of link ${link.sequence} is gone.`)
  const sequence = toWire(link.sequence)
  return {
    format: 'registry-proof/1',
    movement: movementText({ ...movement, sequence }),
    document,
    link: { sequence, previousHash: link.previousHash, hash: link.hash },
  }
}

async function headOf(deps: LookupDeps, tenantId: string): Promise<LogRow & HeadRow> {
  await tenantOf(deps, tenantId)
  const head = await newestHead(deps.sql, tenantId)
  if (!head) throw noSuchTile()
  return head
}

function signed({ origin, publicKey, size, root, signature }: LogRow & HeadRow): string {
  return signedCheckpoint({ origin, size: toWire(size), root }, publicKey, signature)
}

const keyOf = ({ origin, publicKey }: LogRow) => verifierKey(origin, publicKey)

const noSuchTile = () => new Failure('not_found', 'The log has no such part yet.', because('noSuch.logPart'))
