import { describe, expect, test } from 'vitest'
import { isCommon } from './guessing.ts'
import { faultOf } from './password-fault.ts'
import type { Person } from './persons.ts'

const amina: Person = {
  id: 'p',
  tenantId: 'kenya',
  email: 'amina.achieng@mangroves.example.org',
  firstName: 'Amina',
  lastName: 'Achieng',
  language: 'sw',
  groups: [],
  status: 'active',
}
const names = { en: 'Kenya Carbon Registry', fr: 'Registre du Kenya', sw: 'Sajili ya Kenya' }

async function faultWith(password: string): Promise<string | null> {
  return (await faultOf(password, password, amina, { names }))?.text ?? null
}

describe('a password that everybody guesses is refused', () => {
  test.each([
    ...['passwordpassword', 'Password1234', 'P@ssw0rd1234', 'mypassword12', 'letmeinletmein', 'iloveyouforever'],
    ...['123456789012', '1q2w3e4r5t6y', 'qwertyuiop12', '1qaz2wsx3edc', 'azertyuiop12', 'asdfghjkl;12'],
    ...['abcdefghijkl', 'aaaaaaaaaaaa', 'abcabcabcabc', 'trustno1trustno1', '.'.repeat(128), '010120100101'],
    ...['football1234', 'manchesterunited', 'liverpool1892', 'sunshine2024!', 'changemenow!', 'jesuschrist1'],
  ])('%s', async (password) => {
    expect(['password.leaked', 'password.common']).toContain(await faultWith(password))
    expect(await isCommon(password, [])).toBe(true)
  })
})

describe('a password made of whose it is, is refused', () => {
  test.each([
    ...['Amina Achieng', 'AminaAchieng1', 'amina.achieng2026', 'Achieng12345', 'amina.achieng@mangroves.example.org'],
    ...['kenya-carbon-registry', 'CarbonRegistry!', 'Registry2026!', 'mangroves-2026', 'ＡＭＩＮＡ　ＡＣＨＩＥＮＧ'],
  ])('%s', async (password) => {
    expect(await faultWith(password)).toBe('password.guessable')
  })

  test('also when little of it is something else that everybody guesses', async () => {
    expect(await faultWith('amina1234567')).toBe('password.common')
  })
})

describe('any other may be chosen', () => {
  test.each([
    ...[
      'correct horse battery staple',
      'seven green turtles',
      'Köln, 東京 и Nyeri',
      'kx9 vbt2 wqop',
      'amina walks nine dogs home',
    ],
    'nine grey herons wait beside the old ferry, and '.repeat(3).slice(0, 128),
    ...['mti mkubwa wa mwembe', 'quatre chats dorment ici', 'ሰላም ለሁላችሁ ይሁን', 'x7#Tq!mP2$wZ'],
  ])('%s', async (password) => {
    expect(await faultWith(password)).toBeNull()
  })
})

test('judging the longest password takes no more than a moment', async () => {
  await faultWith('seven green turtles')
  const start = process.cpuUsage()
  await faultWith('4@8({[<369&#!1|70$5+%2'.repeat(6).slice(0, 128))
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000)
})
