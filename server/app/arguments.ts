import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Refused } from '#server/infra/refused.ts'
import { explain } from './explain.ts'

type Options = NonNullable<ParseArgsConfig['options']>

type Expected<Given extends Options> = {
  usage: string
  options: Given
  /** A last one with “…” stands for any number. */
  words?: readonly string[]
}

/**
 * Returns options and positionals. Prints the usage and exits for `--help`. Throws Refused with the usage for an unknown
 * option, a missing value, or positionals that do not match `words`.
 */
export function readArguments<const Given extends Options>(
  args: string[],
  { usage, options, words = [] }: Expected<Given>,
) {
  if (args.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const isOpen = words.at(-1)?.endsWith('…') ?? false
    const missing = isOpen ? words.slice(0, -1)[positionals.length] : words[positionals.length]
    const surplus = isOpen ? undefined : positionals[words.length]
    if (missing !== undefined) throw new Refused(`${missing} is missing.`)
    if (surplus !== undefined) throw new Refused(`There is one word too many: ${surplus}`)
    return { values, positionals }
  } catch (error) {
    throw new Refused(`${wrongArgument(error, Object.keys(options))}\n\n${usage}`)
  }
}

/** Like `readArguments` of this process; explains a refusal and exits with 1. */
export function ownArguments<const Given extends Options>(expected: Expected<Given>) {
  try {
    return readArguments(process.argv.slice(2), expected)
  } catch (error) {
    explain(error)
    process.exit()
  }
}

function wrongArgument(error: unknown, allowed: readonly string[]): string {
  if (!(error instanceof Error)) return String(error)
  const isUnknown = 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
  if (!isUnknown) return error.message
  const [option] = /--?[^'\s]+/.exec(error.message) ?? []
  const names = allowed.map((name) => `--${name}`).join(' ')
  return `Unknown option ${option}. ${names === '' ? 'No options are allowed here.' : `Allowed: ${names}`}`
}
