import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#embedded/free-port.ts'
import { startServer } from '../program.ts'

/** Every scanner reports this file; in two halves. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** Debian's clamd with one signature. */
export async function startClamd() {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  const port = await freePort()
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  await writeFile(join(signatures, 'test.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`)
  const lines = [
    'Foreground yes',
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `DatabaseDirectory ${signatures}`,
    'StreamMaxLength 25M',
    ...(process.getuid?.() === 0 ? ['User root'] : []),
  ]
  await writeFile(join(folder, 'clamd.conf'), `${lines.join('\n')}\n`)
  await chmod(folder, 0o755)
  const server = startServer('/usr/sbin/clamd', ['--config-file', join(folder, 'clamd.conf')])
  return {
    url: `tcp://127.0.0.1:${port}`,
    describe: () => server.lines.join('\n'),
    async stop() {
      await server.stop('SIGTERM', 10_000)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
