/** `path` includes the folders in which the file was found. */
export type FoundFile = { file: File; path: string }

/** Files that systems put into folders. */
const isSystemFile = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i

/**
 * The files of a drop, those of folders included, at most `most`. Call it within the event, before the transfer is
 * emptied.
 */
export function filesDropped(transfer: Pick<DataTransfer, 'items' | 'files'>, most: number): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return Promise.resolve(filesChosen(transfer.files))
  return filesOf(entries, most)
}

export async function filesOf(entries: readonly FileSystemEntry[], most: number): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const waiting = [...entries]
  for (let entry = waiting.shift(); entry && found.length < most; entry = waiting.shift()) {
    if (isSystemFile.test(entry.name)) continue
    if (isFile(entry)) found.push({ file: await fileIn(entry), path: entry.fullPath })
    else if (isFolder(entry)) waiting.unshift(...(await entriesIn(entry)).toSorted(byName))
  }
  return found
}

/** Of an input, in the order of names; a chosen folder gives paths. */
export function filesChosen(files: Iterable<File>): FoundFile[] {
  return [...files]
    .filter(({ name }) => !isSystemFile.test(name))
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .sort((one, other) => inOrder(one.path, other.path))
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const byName = (one: FileSystemEntry, other: FileSystemEntry) => inOrder(one.name, other.name)

/** `plot-2` before `plot-10`. */
function inOrder(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true })
}

function fileIn(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A reader gives a part of the entries at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
