import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const folders = [
  'server',
  'shared',
  'web',
  'commands',
  'embedded',
  'sandbox',
  'tests',
  'contracts',
  'scripts',
  'bench',
  'migrations',
  'docs',
  '.ci',
]

export type File = { path: string; text: string }

/** Our files with matching paths from the root, and their text. */
export function filesOf(pattern: RegExp): File[] {
  const inRoot = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  const entries = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && folders.includes(entry.name))
    .flatMap(({ name }) => readdirSync(join(root, name), { withFileTypes: true, recursive: true }))
  return [...inRoot, ...entries.filter((entry) => entry.isFile())]
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
