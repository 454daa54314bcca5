import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { connectMail } from '#server/infra/mail/mail.ts'
import { asOperator } from '#server/people/tenants/administering.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import { type FormReader, formReader } from '#tests/kit/form-reader.ts'
import { type IdentityWorld, password, runIdentity, tenantId } from '#tests/kit/identity-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { setPassword } from '../passwords/persons.ts'
import { identitySites } from '../protocol/sites.ts'
import { translate } from '../texts/texts.ts'
import { linkFor } from './operator-link.ts'

let box: PostBox
let world: IdentityWorld

beforeAll(async () => {
  box = await startPostBox()
  world = await runIdentity({ mail: connectMail(box.url, 'contact@registry.test') })
})
afterAll(async () => {
  await world.stop()
  await box.stop()
})

const names = { firstName: 'Juma', lastName: 'Mwangi' }

/** Each opens the form that sets the password of `email`. */
const ways: Record<string, (email: string, language: Language) => Promise<FormReader>> = {
  async registration(email, language) {
    const reader = formReader()
    await reader.open(`${world.issuer}/register?lang=${language}`)
    await reader.submit({ ...names, email })
    return followLetter(email)
  },
  async invitation(email, language) {
    await world.directory.invite({ ...names, tenantId, email, groups: [], language })
    return followLetter(email)
  },
  async 'forgotten password'(email, language) {
    await world.addPerson({ email, language })
    const reader = formReader()
    await reader.open(`${world.issuer}/forgot`)
    await reader.submit({ email })
    return followLetter(email)
  },
  async 'changed password'(email, language) {
    await world.addPerson({ email })
    const { reader } = await world.browser(email)
    await reader.open(`${world.issuer}/password/change?lang=${language}`)
    return reader
  },
  async 'operator’s link'(email, language) {
    await world.addPerson({ email, language })
    const deps = { sql: world.sql, sites: identitySites({ sql: world.sql, config: world.config }) }
    const reader = formReader()
    await reader.open((await linkFor(deps, tenantId, email, asOperator('root', tenantId))).url)
    return reader
  },
}

async function followLetter(email: string): Promise<FormReader> {
  const reader = formReader()
  await reader.open(/https?:\S+/.exec((await box.letterTo(email)).text)?.[0] ?? '')
  return reader
}

describe.each(Object.keys(ways))('by %s', (way) => {
  test.each(languages)('a leaked password is refused in the reader’s language: %s', async (language) => {
    const email = `${newId()}@registry.test`
    const reader = await ways[way]?.(email, language)
    const choose = (chosen: string) => reader?.submit({ current: password, password: chosen, repeat: chosen })
    expect(await choose('Manchester United')).toMatchObject({
      status: 400,
      markup: expect.stringContaining(translate(language, 'password.leaked')),
    })
    await expect(world.signIn(email, 'Manchester United')).rejects.toThrow('401')
    expect((await choose('seven green turtles'))?.status).toBe(200)
    expect((await world.signIn(email, 'seven green turtles')).accessToken).toBeTruthy()
  })
})

test('a leaked password that somebody has already signs in', async () => {
  const { id, email } = await world.addPerson()
  await setPassword(world.sql, id, await hashPassword('Manchester United'))
  expect((await world.signIn(email, 'Manchester United')).accessToken).toBeTruthy()
})
