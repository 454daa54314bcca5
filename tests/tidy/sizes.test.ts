import { expect, test } from 'vitest'
import { filesOf } from './files.ts'

/** Text sizes of the theme, with a line height at most (`text-sm/5`). */
const sizes = ['sm', 'base', 'lg', 'figure', 'title']

/** Where text is part of a picture. */
const exceptions: Readonly<Record<string, string>> = {
  'web/features/claims/certificate-sheet.tsx': 'a picture of the certificate, whose letters shrink with its width',
}

const screens = filesOf(/\.(tsx?|css|html)$/).filter(
  ({ path }) => /^(web|server\/identity|server\/infra\/http)\//.test(path) && !path.includes('.test.'),
)
const checked = screens.filter(({ path }) => !(path in exceptions))

/** Tailwind's sizes, and arbitrary ones such as `text-[14px]`. */
const utility = /(?<![\w-])text-(xs|sm|base|lg|xl|\dxl|figure|title|\[[\d.][^\]]*\])(?![\w-])/g
const declaration = /(?:font-size|fontSize|font):\s*([^;,}]*?\d[^;,}]*)/g

test('the theme has five sizes of text', () => {
  const theme = screens.find(({ path }) => path === 'web/ui/theme.css')?.text ?? ''
  const stated = [...theme.matchAll(/--text-([a-z]+): ([\d.]+)rem;/g)].map(([, name, rem]) => [name, Number(rem) * 16])
  expect(stated).toEqual([
    ['sm', 13],
    ['base', 15],
    ['lg', 20],
    ['figure', 28],
    ['title', 32],
  ])
})

test('screens use only the sizes of the theme', () => {
  const others = checked.flatMap(({ path, text }) =>
    [...text.matchAll(utility)].filter(([, size = '']) => !sizes.includes(size)).map(([used]) => `${path} ${used}`),
  )
  expect(others).toEqual([])
})

test('styles state no size that the theme does not have', () => {
  const rems = ['0.8125rem', '0.9375rem', '1.25rem', '1.75rem', '2rem']
  const others = checked.flatMap(({ path, text }) =>
    [...text.matchAll(declaration)]
      .filter(([, value = '']) => !rems.some((rem) => value.startsWith(rem)))
      .map(([used]) => `${path} ${used}`),
  )
  expect(others).toEqual([])
})
