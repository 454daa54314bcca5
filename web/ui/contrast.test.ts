import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '#shared/rules/accent.ts'
import { projectFamilies } from '#shared/rules/project-facts.ts'

const theme = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const grounds = ['ground', 'surface', 'raised']
const marks = [...projectFamilies, 'issued', 'retired', 'burnt', 'edge']
const texts = ['ink', 'ink-soft', 'ink-faint', 'accent', 'good', 'warn', 'bad']

/** The colours of a theme: the declarations of the first block with its selector. */
function coloursOf(name: 'dark' | 'light'): (colour: string) => string {
  const block = theme.slice(theme.indexOf(`[data-theme="${name}"] {`)).split('}')[0] ?? ''
  const colours = new Map([...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => [key, value]))
  return (colour) => {
    const found = colours.get(colour)
    if (!found) throw new Error(`The ${name} theme has no colour ${colour}.`)
    return found
  }
}

for (const name of ['dark', 'light'] as const) {
  const colour = coloursOf(name)
  const contrasts = (colours: readonly string[]) =>
    colours.flatMap((each) =>
      grounds.map((ground) => ({ each, ground, contrast: contrast(colour(each), colour(ground)) })),
    )

  test(`marks stand out from every background by 3:1 in the ${name} theme`, () => {
    expect(contrasts(marks).filter((pair) => pair.contrast < 3)).toEqual([])
  })

  test(`texts stand out from every background by 4.5:1 in the ${name} theme`, () => {
    expect(contrasts(texts).filter((pair) => pair.contrast < 4.5)).toEqual([])
  })

  test(`no two families share a colour in the ${name} theme`, () => {
    const own = projectFamilies.map(colour)
    expect(new Set([...own, colour('issued'), colour('retired')]).size).toBe(own.length + 2)
  })
}
