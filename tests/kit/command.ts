import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'

export type CommandEnd = { code: number; output: string }

/** Runs a command in its own process with only these settings. */
export function command(name: string, settings: Record<string, string>, args: readonly string[] = []) {
  return begun(name, settings, args).ended
}

export function begun(
  name: string,
  settings: Record<string, string>,
  args: readonly string[],
): { child: ChildProcess; ended: Promise<CommandEnd> } {
  const path = join(import.meta.dirname, `../../commands/${name}.ts`)
  const env = { PATH: process.env.PATH, ...settings }
  const { promise, resolve } = Promise.withResolvers<CommandEnd>()
  const child = execFile(process.execPath, [path, ...args], { env }, (error, output, complaint) =>
    resolve({ code: Number(error?.code ?? 0), output: output + complaint }),
  )
  return { child, ended: promise }
}
