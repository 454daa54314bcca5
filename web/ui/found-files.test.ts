import { expect, test } from 'vitest'
import { filesChosen, filesDropped, filesOf } from './found-files.ts'

type Fake = FileSystemEntry

function aFile(fullPath: string): Fake {
  const name = fullPath.split('/').at(-1) ?? ''
  const facts = { isFile: true, isDirectory: false, name, fullPath }
  return { ...facts, file: (found: (file: File) => void) => found(new File(['1'], name)) } as unknown as Fake
}

/** Its reader gives two entries at a time. */
function aFolder(fullPath: string, entries: Fake[]): Fake {
  const name = fullPath.split('/').at(-1) ?? ''
  const createReader = () => {
    const left = [...entries]
    return { readEntries: (take: (part: Fake[]) => void) => take(left.splice(0, 2)) }
  }
  return { isFile: false, isDirectory: true, name, fullPath, createReader } as unknown as Fake
}

const evidence = () =>
  aFolder('/evidence', [
    aFile('/evidence/south.csv'),
    aFile('/evidence/.DS_Store'),
    aFile('/evidence/Thumbs.db'),
    aFile('/evidence/north.csv'),
    aFolder('/evidence/photos', [aFile('/evidence/photos/1.jpg')]),
  ])

test('a dropped folder gives all its files in the order of names, without those of the system', async () => {
  const found = await filesOf([evidence(), aFile('/plan.pdf')], 10)
  expect(found.map(({ path }) => path)).toEqual([
    '/evidence/north.csv',
    '/evidence/photos/1.jpg',
    '/evidence/south.csv',
    '/plan.pdf',
  ])
  expect(found.map(({ file }) => file.name)).toEqual(['north.csv', '1.jpg', 'south.csv', 'plan.pdf'])
})

test('a folder of very many files ends at the most', async () => {
  expect(await filesOf([evidence(), aFile('/plan.pdf')], 2)).toHaveLength(2)
})

test('a drop without entries gives its files', async () => {
  const files = [new File(['1'], 'plan.pdf'), new File(['1'], '~$plan.docx')]
  const transfer = { items: [], files } as unknown as DataTransfer
  expect((await filesDropped(transfer, 10)).map(({ path }) => path)).toEqual(['plan.pdf'])
  expect(filesChosen(files)).toHaveLength(1)
})
