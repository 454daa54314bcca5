import { readArguments } from '#server/app/arguments.ts'
import { makeBackup } from '#server/backup/backup.ts'
import { connectFiles } from '#server/infra/files/store.ts'
import { runCommand } from './run.ts'
import { bytesInWords, effort } from './words.ts'

/** `npm run backup`: writes a backup while the registry runs; exits with 1 if a stored file is missing. */
const usage = `npm run backup -- FOLDER

  FOLDER   a new folder; until the backup is complete it is called FOLDER.partial`

await runCommand(
  'registry backup',
  (args) => {
    const [folder = ''] = readArguments(args, { usage, options: {}, words: ['FOLDER'] }).positionals
    return async ({ sql, config }) => {
      const files = await connectFiles(config.STORAGE_URL, config.DATA_DIR)
      const chainFiles = async () =>
        config.embedded.chain ? (await import('#embedded/chain-copy.ts')).chainFilesOf(config.DATA_DIR) : []
      const made = await makeBackup({ sql, files, chainFiles, key: config.BACKUP_KEY }, folder)
      if (made.missing.length > 0) process.exitCode = 1
      const all = [...made.tables, ...made.files, ...made.chain]
      const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
      return [
        `${folder}: ${rows} rows of ${made.tables.length} tables, ${made.files.length} files, ${bytesInWords(all)}`,
        ...made.missing.map(
          (key) => `MISSING  the database names ${key}, and the file store has it not, or another one`,
        ),
        config.embedded.chain
          ? 'With it are the key and the state of the embedded chain.'
          : 'Not in it: the operator’s key (CHAIN_OPERATOR_KEY) and the other settings. Keep them elsewhere.',
        config.BACKUP_KEY === undefined
          ? 'Not signed: without BACKUP_KEY nobody can tell whether it was changed on purpose.'
          : 'Signed with BACKUP_KEY. Keep that key where the backup is not.',
        'It holds password hashes and signing keys: only its owner may read it.',
        effort(),
      ].join('\n')
    }
  },
  { asItIs: true },
)
