import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checkProof } from './check.ts'

/**
 * `npm run verify-proof -- [--key KEY] FILE…`: checks proofs without a call to any registry; `--key` is the reader's own
 * copy of the log's public key. Exits with 1 if a proof does not hold.
 */
const usage = 'npm run verify-proof -- [--key KEY] FILE …'
const { key, files } = given()
if (files.length === 0) {
  console.error(usage)
  process.exitCode = 2
}
for (const file of files) {
  for (const { holds, says } of checkProof(await read(file), key)) {
    console.log(`${holds ? 'holds' : 'FAILS'}  ${file}: ${says}`)
    if (!holds) process.exitCode = 1
  }
}

function given(): { key?: string | undefined; files: string[] } {
  try {
    const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true })
    return { key: values.key, files: positionals }
  } catch {
    return { files: [] }
  }
}

async function read(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    return String(error)
  }
}
