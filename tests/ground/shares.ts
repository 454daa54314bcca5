/** What one build runs of the ground: test files, by their paths below this folder, or a part of the mutations. */
export type Share = { files: readonly string[] } | { mutations: string }

const parts = 6

/** The ground and the mutations in shares of about ten minutes; every file and every mutation is in one of them. */
export const shares: readonly Share[] = [
  {
    files: [
      'chaos/chaos.test.ts',
      'chaos/settlement.test.ts',
      'chaos/several-machines.test.ts',
      'growth.test.ts',
      'layout-shift.test.ts',
    ],
  },
  {
    files: [
      'backup.test.ts',
      'deploy/cells.test.ts',
      'deploy/nginx.test.ts',
      'deploy/pgbouncer.test.ts',
      'deploy/release.test.ts',
      'deploy/systemd.test.ts',
      'embedded/chain.test.ts',
      'embedded/guarded-process.test.ts',
      'embedded/kept-running.test.ts',
      'embedded/postgres.test.ts',
      'overload.test.ts',
      'run/run-script.test.ts',
      'run/start.test.ts',
      'run/stop.test.ts',
      'servers/clamd.test.ts',
      'servers/debian.test.ts',
      'servers/glewlwyd.test.ts',
      'servers/pooler.test.ts',
      'servers/scanning.test.ts',
      'servers/standby.test.ts',
      'upload-load.test.ts',
    ],
  },
  ...Array.from({ length: parts }, (_, at) => ({ mutations: `${at + 1}/${parts}` })),
]

/** Hours after which the next share is due: all shares are run in a day of builds. */
const hoursEach = 24 / shares.length

/** The share that is due at a moment. */
export function shareOf(moment: Date): Share {
  const turn = Math.floor(moment.getTime() / (hoursEach * 3_600_000))
  return shares[turn % shares.length] ?? { files: [] }
}
