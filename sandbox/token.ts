import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import { sandboxEmail, sandboxRoles } from './people.ts'
import { signIn } from './sign-in.ts'

/** Something that the caller can put right, in words. */
class Refusal extends Error {}

/** Prints a bearer token for one of the sandbox's people, by signing in at the running registry as a browser does. */
async function printToken(email: string | undefined): Promise<void> {
  if (!email) throw new Refusal(`Whose token? Say npm run -s sandbox:token -- <e-mail>, one of:\n${people()}`)
  const config = readConfig()
  if (config.NODE_ENV === 'production') throw new Refusal('There is no sandbox in production.')
  if (!config.embedded.identity) throw new Refusal(`People sign in at ${config.OIDC_AUTHORITY}; get the token there.`)
  await refuseUnlessRunning(config.PUBLIC_URL)
  const password = config.SANDBOX_PASSWORD ?? (await keptPassword(config.DATA_DIR))
  const { accessToken } = await signIn(config.PUBLIC_URL, email, password)
  process.stdout.write(`${accessToken}\n`)
}

async function refuseUnlessRunning(url: string): Promise<void> {
  try {
    await fetch(`${url}/healthz`)
  } catch {
    throw new Refusal(
      `Nothing answers at ${url}. Start the registry with npm start, or set PORT or PUBLIC_URL to where it runs.`,
    )
  }
}

async function keptPassword(dataDir: string): Promise<string> {
  try {
    return (await readFile(join(dataDir, 'sandbox-password'), 'utf8')).trim()
  } catch {
    throw new Refusal(`There is no sandbox password in ${dataDir}. Set DATA_DIR or SANDBOX_PASSWORD as for npm start.`)
  }
}

function people(): string {
  return sandboxRoles.map((role) => `  ${sandboxEmail(role)}`).join('\n')
}

try {
  await printToken(process.argv[2])
} catch (error) {
  if (!(error instanceof Error)) throw error
  const isPlain = error instanceof Refusal || error instanceof ConfigError
  process.stderr.write(`${isPlain ? error.message : `No token: ${error.message}`}\n`)
  process.exitCode = 1
}
