import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const servers = {
  DATABASE_URL: 'postgres://registry@localhost/registry',
  CHAIN_RPC_URL: 'https://chain.example.org',
  CHAIN_OPERATOR_KEY: `0x${'1f'.repeat(32)}`,
}
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://registry.example.org', ...servers }

test.each([
  ['REGISTRY_NMAE', 'REGISTRY_NAME'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['DATABASE_URLS', 'DATABASE_URL'],
  ['CHAIN_CONFIRMATION', 'CHAIN_CONFIRMATIONS'],
])('%s is refused, as %s is meant', (written, intended) => {
  expect(() => readConfig({ [written]: 'x' })).toThrow(
    new ConfigError(`${written} is no setting; is ${intended} meant?`),
  )
})

test.each(['REGISTRY_SERVICE_HOST', 'DATABASE_PORT_5432_TCP', 'HOSTNAME', 'HOME', 'LOGNAME', 'DATA_DIRECTORY'])(
  '%s is of another program',
  (name) => {
    expect(readConfig({ [name]: 'x' }).PORT).toBe(3000)
  },
)

test.each([
  'https://example.org/registry',
  'https://example.org/?a=b',
  'https://example.org/#top',
  'https://a@example.org',
])('PUBLIC_URL %s is refused', (address) => {
  expect(() => readConfig({ PUBLIC_URL: address })).toThrow('PUBLIC_URL must be an address without a path')
})

describe('in production', () => {
  test('the built-in identity provider is chosen by name, and brings no sandbox people along', () => {
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
    [
      'people would be sent here in the clear',
      { OIDC_AUTHORITY: 'https://id.example.org', PUBLIC_URL: 'http://registry.example.org' },
      'PUBLIC_URL must be https',
    ],
    [
      'the identity provider is asked in the clear',
      { OIDC_AUTHORITY: 'http://id.example.org' },
      'OIDC_AUTHORITY must be',
    ],
    [
      'people would sign out in the clear',
      { OIDC_AUTHORITY: 'https://id.example.org', OIDC_LOGOUT_URL: 'http://id.example.org/logout' },
      'OIDC_LOGOUT_URL must be https',
    ],
    ['the key is a small number', { CHAIN_OPERATOR_KEY: `0x${'0'.repeat(63)}7` }, 'CHAIN_OPERATOR_KEY must be a key'],
    ['the key is one digit', { CHAIN_OPERATOR_KEY: `0x${'A'.repeat(64)}` }, 'CHAIN_OPERATOR_KEY must be a key'],
    ['the identity provider is no address', { OIDC_AUTHORITY: 'inside' }, 'OIDC_AUTHORITY'],
  ])('the start is refused where %s', (_why, settings, reason) => {
    const read = () => readConfig({ ...production, ...settings })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(reason)
  })
})

const mnemonics = [
  ['Anvil and Hardhat', `${'test '.repeat(11)}junk`, 20],
  ['Ganache', 'myth like bonus scare over problem client lizard pioneer submit female collect', 10],
] as const

test.each(mnemonics)('in production the keys that %s hands to everybody are refused', (_name, mnemonic, count) => {
  for (let addressIndex = 0; addressIndex < count; addressIndex += 1) {
    const bytes = mnemonicToAccount(mnemonic, { addressIndex }).getHdKey().privateKey ?? new Uint8Array()
    const key = `0x${Buffer.from(bytes).toString('hex').toUpperCase()}`
    const given = { OIDC_AUTHORITY: 'embedded', CHAIN_OPERATOR_KEY: key }
    expect(() => readConfig({ ...production, ...given })).toThrow(
      'CHAIN_OPERATOR_KEY must be a key that nobody else has',
    )
    expect(readConfig({ ...servers, CHAIN_OPERATOR_KEY: key }).CHAIN_OPERATOR_KEY).toBe(key)
  }
})

describe('NODE_ENV', () => {
  test.each(['production', 'Production', ' PRODUCTION ', 'prod'])('%j is production', (NODE_ENV) => {
    expect(readConfig({ ...production, OIDC_AUTHORITY: 'embedded', NODE_ENV }).NODE_ENV).toBe('production')
    expect(() => readConfig({ NODE_ENV })).toThrow('because NODE_ENV is production')
  })

  test.each(['live', 'staging', 'productions', ' '])('%j is refused with what is allowed', (NODE_ENV) => {
    expect(() => readConfig({ NODE_ENV })).toThrow('NODE_ENV must be development, test or production.')
  })
})

describe('people of the sandbox', () => {
  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.7' },
    { HOST: '127.0.0.1.example.org' },
    { PUBLIC_URL: 'http://registry.example.org' },
    { PUBLIC_URL: 'https://registry.example.org' },
    { PUBLIC_URL: 'https://localhost' },
    { PUBLIC_URL: 'http://localhost.example.org' },
    { PUBLIC_URL: 'http://notlocalhost' },
  ])('are refused with %j', (given) => {
    expect(() => readConfig(given)).toThrow('OIDC_AUTHORITY must name an identity provider, or say "embedded"')
    expect(readConfig({ ...given, OIDC_AUTHORITY: 'https://id.example.org' }).embedded.people).toBe(false)
  })

  test.each([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://ocean.localhost:8080' },
    { PUBLIC_URL: 'http://127.0.0.2' },
    { PUBLIC_URL: 'http://[::1]:3000' },
  ])('are there with %j', (given) => {
    expect(readConfig(given).embedded.people).toBe(true)
  })
})

describe('the delimiter of groups', () => {
  test.each(['|', 'a', '1', '_', '-', '/', ',,', 'ж'])('is not %j', (OIDC_GROUPS_DELIMITER) => {
    expect(() => readConfig({ OIDC_GROUPS_DELIMITER })).toThrow(
      'OIDC_GROUPS_DELIMITER must be one character that no group',
    )
  })

  test.each([',', ' ', ';'])('may be %j', (OIDC_GROUPS_DELIMITER) => {
    expect(readConfig({ OIDC_GROUPS_DELIMITER }).OIDC_GROUPS_DELIMITER).toBe(OIDC_GROUPS_DELIMITER)
  })
})

test('on this machine everything is embedded, people included', () => {
  expect(readConfig({}).embedded).toEqual({ database: true, chain: true, identity: true, people: true })
})

test.each([
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535.'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535.'],
  ['CHAIN_CONFIRMATIONS', '1.5', 'CHAIN_CONFIRMATIONS must be a whole number from 1 to 1000.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
])('%s=%s is refused with what is allowed', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message)
})

test('the log is quiet at a terminal unless a level is set', () => {
  expect(readConfig({}, true).LOG_LEVEL).toBe('warn')
  expect(readConfig({}, false).LOG_LEVEL).toBe('info')
  expect(readConfig({ LOG_LEVEL: 'debug' }, true).LOG_LEVEL).toBe('debug')
})
