import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesEntry, type ZipEntry } from '#server/infra/files/zip.ts'

const texts = join(import.meta.dirname, '../../../docs/proof.md')
/** The page that checks proofs without a connection, made by the build of the web app. */
const checkingPage = 'check.html'

/** What says how to check the other files: the page, the text for programs, and the registry's key. */
export async function* checkingFiles(
  webFolder: string | null,
  folder: string,
  issuer: object,
): AsyncGenerator<ZipEntry> {
  if (webFolder) yield bytesEntry(`${folder}/${checkingPage}`, await readFile(join(webFolder, checkingPage)))
  yield bytesEntry(`${folder}/proof.md`, await readFile(texts))
  yield bytesEntry(`${folder}/did.json`, `${JSON.stringify(issuer, null, 2)}\n`)
}
