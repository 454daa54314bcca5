import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../deploy')

/** A file of deploy/ with some texts replaced. Throws if a text to replace is missing. */
export async function deployed(file: string, replaced: Readonly<Record<string, string>> = {}): Promise<string> {
  let text = await readFile(join(folder, file), 'utf8')
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} does not say ${from}.`)
    text = text.replaceAll(from, to)
  }
  return text
}

export async function deployedEnvironment(file: string, others: Readonly<Record<string, string>>) {
  const lines = (await deployed(file)).split('\n').flatMap((line) => {
    const [, name, value] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
  const environment = Object.fromEntries(lines)
  for (const name of Object.keys(others)) {
    if (!(name in environment)) throw new Error(`deploy/${file} does not set ${name}.`)
  }
  return { ...environment, ...others }
}

export const pathOfDeployed = (file: string): string => join(folder, file)
