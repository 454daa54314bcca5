import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readArguments } from '#server/app/arguments.ts'
import { openArchive } from '#server/backup/archive.ts'
import { restore } from '#server/backup/restore.ts'
import { type Chain, connectChain, headOf } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import { connectFiles } from '#server/infra/files/store.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { type Comparison, compareWithChain } from '#server/units/settlement/remembered.ts'
import { Failure } from '#shared/rules/failure.ts'
import { type Deps, runCommand } from './run.ts'
import { bytesInWords, effort } from './words.ts'

/** `npm run restore`: restores into an empty database; exits with 1 if database and chain disagree. */
const usage = `npm run restore -- FOLDER [--check]

  FOLDER    what npm run backup has written
  --check   only reads the backup and says whether it is whole and, with BACKUP_KEY, as it was written`

const lookMs = 200

await runCommand(
  'registry restore',
  (args) => {
    const { values, positionals } = readArguments(args, {
      usage,
      options: { check: { type: 'boolean' } },
      words: ['FOLDER'],
    })
    return (deps) => (values.check ? check(deps, positionals[0] ?? '') : restoreFrom(deps, positionals[0] ?? ''))
  },
  { asItIs: true, beginsWorld: true },
)

async function check({ config: { BACKUP_KEY: key } }: Pick<Deps, 'config'>, folder: string): Promise<string> {
  const { manifest } = await openArchive(folder, key)
  const all = [...manifest.tables, ...manifest.files, ...manifest.chain]
  return [
    `${folder} of ${manifest.madeAt} is whole: ${all.length} files, ${bytesInWords(all)}`,
    heldAgainst(key),
    effort(),
  ].join('\n')
}

function heldAgainst(key: string | undefined): string {
  return key === undefined
    ? 'Its sums agree, which finds damage. Whoever changes a backup on purpose changes its sums with it: only BACKUP_KEY would show that.'
    : 'BACKUP_KEY has signed it: nobody without that key has changed anything in it.'
}

async function restoreFrom({ sql, config }: Deps, folder: string): Promise<string> {
  const archive = await openArchive(folder, config.BACKUP_KEY)
  const { madeAt, tables, files, missing, chain } = archive.manifest
  await restore(sql, await connectFiles(config.STORAGE_URL, config.DATA_DIR), archive)
  const hasChain = config.embedded.chain && chain.length > 0
  if (hasChain) {
    const { putChainFiles } = await import('#embedded/chain-copy.ts')
    const given = chain.map((entry) => ({ path: basename(entry.path), source: archive.read(entry) }))
    await putChainFiles(config.DATA_DIR, given)
  }
  // The comparison needs all transactions in the hash chain.
  while (!(await linkPending(sql)));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored the backup of ${madeAt}: ${rows} rows of ${tables.length} tables, ${files.length} files.`,
    'The ledgers agree with themselves, and the hash chains hold.',
    heldAgainst(config.BACKUP_KEY),
    ...missing.map((key) => `MISSING  ${key} was not in the file store when the backup was made.`),
    await comparedWithChain({ sql, config }, hasChain),
    effort(),
  ].join('\n')
}

async function comparedWithChain({ sql, config }: Pick<Deps, 'sql' | 'config'>, isOfBackup: boolean): Promise<string> {
  const node = await nodeOf(config)
  if (!node) return 'Not compared with the chain: CHAIN_OPERATOR_KEY is missing.'
  try {
    const chain = connectChain({ ...node, confirmations: config.CHAIN_CONFIRMATIONS })
    if (config.embedded.chain) await blocksLater(chain, config.CHAIN_CONFIRMATIONS)
    return inWords(await compareWithChain({ sql, chain, isOfBackup }))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.exitCode = 1
    return `NOT COMPARED WITH THE CHAIN: ${error.message}`
  } finally {
    await node.stop()
  }
}

/** The node only knows the state at blocks of this run. */
async function blocksLater(chain: Chain, blocks: number): Promise<void> {
  const { number: first } = await headOf(chain)
  while ((await headOf(chain)).number < first + BigInt(blocks)) await pause(lookMs)
}

async function nodeOf({ CHAIN_RPC_URL: rpcUrl, CHAIN_OPERATOR_KEY: key, DATA_DIR }: Config) {
  if (rpcUrl === undefined) return (await import('#embedded/chain.ts')).startChain({ dataDir: DATA_DIR, log: () => {} })
  return key ? { rpcUrl, operatorKey: `0x${key.slice(2)}` as const, stop: async () => {} } : null
}

function inWords(found: Comparison): string {
  const isFine = found.verdict !== 'another chain' && found.verdict !== 'behind'
  if (!isFine) process.exitCode = 1
  switch (found.verdict) {
    case 'nothing settled':
      return 'The chain was told nothing yet: there is nothing to compare.'
    case 'another chain':
      return `THIS IS NOT THE CHAIN OF THE BACKUP: ${found.why}.`
    case 'older chain':
      return [
        'The chain of the backup was kept before its rows, and lacks blocks that the registry has seen. Start the registry: it sends',
        'the chain again what that lacks, as it was signed, and compares.',
      ].join('\n')
    case 'behind':
      return [
        `THE CHAIN REMEMBERS ${found.movements} MOVEMENTS THAT THE BACKUP HAS NOT, in ${found.batches} batches since block ${found.sinceBlock}.`,
        ...(found.sentAgain > 0
          ? [`${found.sentAgain} more are in the backup as not yet sent, and on the chain already.`]
          : []),
        'Do not start the registry on it before a newer backup or the archived log is restored: see “Backups and restore” in',
        'docs/operations.md.',
      ].join('\n')
    case 'to be settled':
      return `The chain has carried out ${found.batches} batches that the backup had sent; the next start records them and compares.`
    case 'compared':
      return compared(found)
  }
}

function compared({ tenants, mismatches, undecided }: Extract<Comparison, { verdict: 'compared' }>): string {
  if (mismatches.length > 0) {
    process.exitCode = 1
    return ['LEDGER AND CHAIN DISAGREE:', ...mismatches.slice(0, 20).map(({ message }) => message)].join('\n')
  }
  if (undecided.length > 0) return `Not compared with the chain yet: ${undecided.join(', ')}; the next start does.`
  return `Ledger and chain agree, in ${tenants} ${tenants === 1 ? 'tenant' : 'tenants'}.`
}
