import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const output = new URL('./registry-units.json', import.meta.url)

export type CompiledContract = { compiler: string; sourceHash: string; bytecode: string; abi: unknown[] }

/** The part of npm's solc that we use; solc has no types. */
type Solc = {
  version(): string
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string
}

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string; sourceLocation?: { file: string } }[]
  contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>
}

/**
 * Compiles RegistryUnits or `file`, reproducibly: no metadata hash, no absolute paths. `sourceHash` covers imported
 * files too. Throws on errors, and on warnings about the file itself.
 */
export function compileContract(file = new URL('RegistryUnits.sol', import.meta.url)): CompiledContract {
  const solc: Solc = require('solc')
  const source = basename(file.pathname)
  const name = basename(source, '.sol')
  const sources = new Map<string, string>([[source, readFileSync(file, 'utf8')]])
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: sources.get(source) } },
    settings: {
      // cancun: the oldest EVM version that OpenZeppelin 5 supports; every target chain has it.
      evmVersion: 'cancun',
      viaIR: true,
      optimizer: { enabled: true, runs: 10_000 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { [source]: { [name]: ['abi', 'evm.bytecode.object'] } },
    },
  }
  const compiled: SolcOutput = JSON.parse(
    solc.compile(JSON.stringify(input), {
      import(path) {
        const contents = readFileSync(require.resolve(path), 'utf8')
        sources.set(path, contents)
        return { contents }
      },
    }),
  )
  const complaints = (compiled.errors ?? [])
    .filter(({ severity, sourceLocation }) => severity === 'error' || sourceLocation?.file === source)
    .map((complaint) => complaint.formattedMessage)
  const contract = compiled.contracts?.[source]?.[name]
  if (complaints.length > 0 || !contract) throw new Error(`solc refuses ${source}:\n${complaints.join('\n')}`)
  return {
    compiler: solc.version(),
    sourceHash: hashOf(sources),
    bytecode: `0x${contract.evm.bytecode.object}`,
    abi: contract.abi,
  }
}

/** A test compares this text with a fresh compilation. */
export function writtenForm(compiled: CompiledContract): string {
  return `${JSON.stringify(compiled, null, 2)}\n`
}

function hashOf(sources: Map<string, string>): string {
  const hash = createHash('sha256')
  for (const path of [...sources.keys()].sort()) hash.update(`${path}\n${sources.get(path)}\n`)
  return hash.digest('hex')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const compiled = compileContract()
  writeFileSync(output, writtenForm(compiled))
  console.info(`contracts/registry-units.json: ${(compiled.bytecode.length - 2) / 2} bytes, solc ${compiled.compiler}`)
}
