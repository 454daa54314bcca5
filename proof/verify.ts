import { readFile } from 'node:fs/promises'
import { checkProof } from './check.ts'

/** `npm run verify-proof -- FILE…`: checks proofs without a call to any registry; exits with 1 if one does not hold. */
const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('npm run verify-proof -- FILE …')
  process.exitCode = 2
}
for (const file of files) {
  for (const { holds, says } of checkProof(await read(file))) {
    console.log(`${holds ? 'holds' : 'FAILS'}  ${file}: ${says}`)
    if (!holds) process.exitCode = 1
  }
}

async function read(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    return String(error)
  }
}
