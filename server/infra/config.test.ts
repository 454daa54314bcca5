import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const servers = {
  DATABASE_URL: 'postgres://registry@localhost/registry',
  CHAIN_RPC_URL: 'https://chain.example.org',
  CHAIN_OPERATOR_KEY: `0x${'1'.repeat(64)}`,
}
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://registry.example.org', ...servers }

describe('in production', () => {
  test('the built-in identity provider is asked for by name, and brings no sandbox people along', () => {
    const config = readConfig({ ...production, OIDC_AUTHORITY: 'embedded' })
    expect(config.OIDC_AUTHORITY).toBe('https://registry.example.org/identity')
    expect(config.embedded).toEqual({ database: false, chain: false, identity: true, people: false })
  })

  test.each([
    ['nobody said who signs people in', {}, 'OIDC_AUTHORITY must name an identity provider, or say "embedded"'],
    [
      'passwords would travel in the clear',
      { OIDC_AUTHORITY: 'embedded', PUBLIC_URL: 'http://registry.example.org' },
      'PUBLIC_URL must be https',
    ],
    ['the database would be embedded', { OIDC_AUTHORITY: 'embedded', DATABASE_URL: '' }, 'DATABASE_URL must name'],
    ['the identity provider is no address', { OIDC_AUTHORITY: 'inside' }, 'OIDC_AUTHORITY'],
  ])('the start is refused where %s', (_why, settings, reason) => {
    const read = () => readConfig({ ...production, ...settings })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(reason)
  })
})

test('on this machine everything is embedded, people included', () => {
  expect(readConfig({}).embedded).toEqual({ database: true, chain: true, identity: true, people: true })
})
