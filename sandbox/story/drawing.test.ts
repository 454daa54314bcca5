import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { faultOfArea } from '#shared/rules/place.ts'
import { landscapeOf } from './landscape.ts'
import { outlineOf } from './outline.ts'
import { pagePdf, readingsCsv } from './papers.ts'
import { kinds, projects } from './projects.ts'

test('forty projects in twelve countries have different names, places and pictures', () => {
  expect(projects).toHaveLength(40)
  expect(new Set(projects.map(({ country }) => country)).size).toBe(12)
  expect(new Set(projects.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)))
  for (const of of [
    ({ name }: (typeof projects)[number]) => name,
    landscapeOf,
    ({ place }) => place.join(),
  ] satisfies ((line: (typeof projects)[number]) => string)[])
    expect(new Set(projects.map(of)).size).toBe(40)
})

test('an outline is a valid area around its place, and always the same', () => {
  for (const { name, place } of projects) {
    const area = outlineOf(name, place)
    expect(faultOfArea(area)).toBeNull()
    expect(outlineOf(name, place)).toEqual(area)
  }
})

test('a drawing is always the same', () => {
  for (const line of projects) expect(landscapeOf(line)).toBe(landscapeOf(line))
})

test('papers are a table and a PDF with its words', async () => {
  const csv = readingsCsv('Rice of the Red Delta 2024', kinds.rice.readings)
  expect(csv.split('\n')[0]).toBe('field,days dry,water depth (cm)')
  const pdf = await getDocumentProxy(new Uint8Array(pagePdf('Forêts (Côte)', ['Verified: 120 units – all of them.'])))
  const { text } = await extractText(pdf, { mergePages: true })
  expect(text).toContain('Forêts (Côte)')
  expect(text).toContain('Verified: 120 units - all of them.')
})
