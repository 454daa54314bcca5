import { ownArguments } from '#server/app/arguments.ts'
import { explain } from '#server/app/explain.ts'
import { readConfig } from '#server/infra/config.ts'
import { Refused } from '#server/infra/refused.ts'
import { sandboxEmail, sandboxRoles, storedSandboxPassword } from './cast/people.ts'
import { signIn } from './sign-in.ts'

const usage = `npm run -s sandbox:token -- EMAIL     where EMAIL is one of
${sandboxRoles.map((role) => `  ${sandboxEmail(role)}`).join('\n')}`

/** Prints a bearer token for one of the sandbox's people, by signing in as a browser does. */
async function printToken([email = '']: string[]): Promise<void> {
  const config = readConfig()
  if (config.NODE_ENV === 'production') throw new Refused('There is no sandbox in production.')
  if (!config.embedded.identity) throw new Refused(`People sign in at ${config.OIDC_AUTHORITY}; get the token there.`)
  await refuseUnlessRunning(config.PUBLIC_URL)
  const password = await storedSandboxPassword(config.DATA_DIR)
  if (password === null)
    throw new Refused(`No sandbox was started in ${config.DATA_DIR}. Set DATA_DIR as for npm start.`)
  const { accessToken } = await signIn(config.PUBLIC_URL, email, password)
  process.stdout.write(`${accessToken}\n`)
}

async function refuseUnlessRunning(url: string): Promise<void> {
  try {
    await fetch(`${url}/healthz`)
  } catch {
    throw new Refused(
      `Nothing answers at ${url}. Start the registry with npm start, or set PORT or PUBLIC_URL to where it runs.`,
    )
  }
}

await printToken(ownArguments({ usage, options: {}, words: ['EMAIL'] }).positionals).catch(explain)
