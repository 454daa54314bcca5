import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ensureDebian } from '../../../scripts/debian.ts'

describe.skipIf(!existsSync('/usr/bin/dpkg'))('packages of Debian', () => {
  test('are left alone where they are installed', async () => {
    expect(await ensureDebian(['bash', 'dpkg'])).toBeNull()
  })

  test('are named where they cannot be installed', async () => {
    expect(await ensureDebian(['bash', 'no-such-package-anywhere'])).toMatch(/installed.*: no-such-package-anywhere/)
  })
})
