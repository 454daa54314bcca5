import { afterAll, vi } from 'vitest'

// Files share workers: a stub left behind would answer for the real thing in another file.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
