import type { Sql } from '#server/infra/db/database.ts'
import { documentKey } from '#server/mrv/documents/document-view.ts'
import { imageKey } from '#server/mrv/projects/project-files.ts'
import { pictureWidths, widestPicture } from '#shared/rules/pictures.ts'
import { namedFiles } from './files.store.ts'

/** Pictures have no hash. */
export type NamedFile = { key: string; sha256: string | null; mayLack?: boolean }

/** Every file that the database names. */
export async function namedFilesOf(sql: Sql): Promise<NamedFile[]> {
  const { images, documents, certificates } = await namedFiles(sql)
  return [
    ...images.flatMap(({ fileName, ...project }) =>
      pictureWidths.map((width) => ({
        key: imageKey(project, fileName, width),
        sha256: null,
        // An old picture has only one width.
        mayLack: width !== widestPicture,
      })),
    ),
    ...documents.map(({ sha256, ...document }) => ({ key: documentKey(document), sha256 })),
    ...certificates.map(({ fileKey, sha256 }) => ({ key: fileKey, sha256 })),
  ]
}
