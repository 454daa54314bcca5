import { readArguments } from '#server/app/arguments.ts'
import { rotateKeys } from '#server/identity/protocol/keys.ts'
import { tokenLifetimeS } from '#server/identity/start.ts'
import { runCommand } from './run.ts'

/** `npm run identity:rotate-keys`: activates a new signing key, even while the registry is stopped. */
const usage = `npm run identity:rotate-keys [-- --leaked]

  --leaked   withdraws all earlier keys at once; everybody’s access token has to be renewed, which browsers do by
             themselves. Without it the earlier key stays valid for the tokens that it has signed.`

await runCommand('registry keys', (args) => {
  const { leaked = false } = readArguments(args, { usage, options: { leaked: { type: 'boolean' } } }).values
  return async ({ sql }) => {
    const { kid } = await rotateKeys(sql, leaked ? 0 : tokenLifetimeS)
    const earlier = leaked
      ? 'All earlier keys are withdrawn.'
      : 'The earlier key stays valid for the tokens that it has signed.'
    return `Key ${kid} signs from now on. ${earlier}`
  }
})
