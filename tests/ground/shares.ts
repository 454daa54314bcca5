/** The test files of the ground in shares of at most ten minutes, each by its path below this folder; every file is in one of them. */
export const shares: readonly (readonly string[])[] = [
  ['chaos/chaos.test.ts'],
  ['chaos/settlement.test.ts', 'chaos/several-machines.test.ts', 'growth.test.ts', 'layout-shift.test.ts'],
  [
    'embedded/chain.test.ts',
    'embedded/guarded-process.test.ts',
    'embedded/kept-running.test.ts',
    'embedded/postgres.test.ts',
    'run/run-script.test.ts',
    'run/start.test.ts',
    'run/stop.test.ts',
  ],
  ['backup.test.ts', 'overload.test.ts', 'upload-load.test.ts'],
  [
    'deploy/cells.test.ts',
    'deploy/nginx.test.ts',
    'deploy/pgbouncer.test.ts',
    'deploy/release.test.ts',
    'deploy/systemd.test.ts',
    'servers/clamd.test.ts',
    'servers/debian.test.ts',
    'servers/glewlwyd.test.ts',
    'servers/pooler.test.ts',
    'servers/scanning.test.ts',
    'servers/standby.test.ts',
  ],
]

/** Hours after which the next share is due: builds of one day run several of them. */
const hoursEach = 4

/** The paths of the share that is due at a moment. */
export function shareOf(moment: Date): readonly string[] {
  const turn = Math.floor(moment.getTime() / (hoursEach * 3_600_000))
  return (shares[turn % shares.length] ?? []).map((file) => `tests/ground/${file}`)
}
