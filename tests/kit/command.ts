import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'

export type CommandEnd = { code: number; output: string }

/** A command in a process of its own, with these settings alone; what it wrote to both streams, and its code. */
export function command(name: string, settings: Record<string, string>, args: readonly string[] = []) {
  return begun(name, settings, args).ended
}

/** The same while it runs. */
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
