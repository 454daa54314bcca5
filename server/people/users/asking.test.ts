import { beforeAll, expect, test } from 'vitest'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { deleteUser, inviteUser, listUsers, updateUser } from '#shared/contract/users.ts'
import { paths } from '#shared/rules/paths.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'

let tenant: TenantOfTest
let box: PostBox
beforeAll(async () => {
  box = await startPostBox()
  closeAfterwards(() => box.stop())
  tenant = await aTenant({ world: await aWorld({ SMTP_URL: box.url }) })
}, 120_000)

const juma = { firstName: 'Juma', lastName: 'Otieno' }
const anEmail = () => `${crypto.randomUUID()}@registry.test`
const inviting = (email: string, by = tenant.accountAdmin) =>
  by.fetch('/api/accountAdmin/user/invite', json('POST', { ...juma, email }))

function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** An answer without the values that always differ. */
async function answerOf(response: Response) {
  const { username, email, createdAt, requestId: _, ...facts } = (await response.json()) as Record<string, unknown>
  const { date, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers)
  return {
    status: response.status,
    facts,
    has: [username, email, createdAt].map((fact) => typeof fact),
    headers: Object.keys(headers),
  }
}

test('an address of nobody, of somebody elsewhere, invited, suspended or without an organisation is answered alike, and invited once', async () => {
  const { buyer, tenantAdmin, addPerson, newcomer, world } = tenant
  const invitedElsewhere = anEmail()
  await tenantAdmin.call(inviteUser, { body: { ...juma, email: invitedElsewhere, accountId: 'buyer' } })
  const suspended = await addPerson([`${tenant.tenant.id}|buyer|General`], 'buyer')
  await tenantAdmin.call(updateUser, { body: { username: suspended.username, status: 'SUSPENDED' } })
  const unknown = await answerOf(await inviting(anEmail()))
  expect(unknown).toMatchObject({ status: 201, facts: { status: 'SETUP IN PROGRESS', invitationUrl: null } })
  for (const email of [buyer.email, invitedElsewhere, suspended.email, newcomer.email]) {
    expect({ email, answer: await answerOf(await inviting(email)) }).toEqual({ email, answer: unknown })
  }

  const { subject, text } = await box.letterTo(buyer.email)
  expect(subject).toBe(`The proponent invites you to Registry ${tenant.tenant.id}`)
  expect(text).toContain('This e-mail address is registered there already.')
  expect(text).not.toContain('Juma')
  expect(text.match(/https?:\S+/g)).toEqual([`${world.baseUrl.replace(/\/$/, '')}${paths.profile}`])
  const [person] = await world.sql<{ accountId: string; groups: string[] }[]>`
    select account_id as "accountId", groups from app_user where username = ${buyer.username}`
  expect(person?.accountId).toBe('buyer')
})

test('what an admin does with either invitation is answered alike', async () => {
  const { accountAdmin, measurer, world } = tenant
  const act = async (email: string) => {
    const { username } = await accountAdmin.call(inviteUser, { body: { ...juma, email } })
    const item = async () =>
      (await accountAdmin.call(listUsers, { query: { q: email } })).items.map(({ status, acts, account }) => ({
        status,
        acts,
        account,
      }))
    const answers = [
      await item(),
      await answerOf(
        await accountAdmin.fetch(
          '/api/accountAdmin/user',
          json('PATCH', { username, firstName: 'Jim', role: 'AccountAdmin' }),
        ),
      ),
      await answerOf(
        await accountAdmin.fetch('/api/accountAdmin/user', json('PATCH', { username, status: 'SUSPENDED' })),
      ),
      await answerOf(await accountAdmin.fetch('/api/accountAdmin/user/resend', json('POST', { username }))),
      await answerOf(await accountAdmin.fetch('/api/accountAdmin/user/resend', json('POST', { username }))),
      await answerOf(await inviting(email)),
      await accountAdmin.call(deleteUser, { query: { username } }),
      await item(),
    ]
    return JSON.parse(JSON.stringify(answers).replaceAll(email, 'EMAIL'))
  }
  const known = await act(measurer.email)
  expect(known).toEqual(await act(anEmail()))
  expect(known[5]).toMatchObject({ status: 409 })
  const [left] = await world.sql`select from app_user where username = ${measurer.username} and status = 'ACTIVE'`
  expect(left).toBeDefined()
})

test('an account that is full answers alike, and the admin of a colleague is informed', async () => {
  const { accountAdmin, tenantAdmin, verifier } = await aTenant({ world: tenant.world })
  const { version } = await tenantAdmin.call(readSettings)
  await tenantAdmin.call(changeSettings, { body: { version, limits: { accountUsers: 2 } } })
  const emails = [verifier.email, anEmail()]
  const answers = await Promise.all(emails.map(async (email) => answerOf(await inviting(email, accountAdmin))))
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(409)
  await expect(accountAdmin.call(inviteUser, { body: { ...juma, email: accountAdmin.email } })).rejects.toMatchObject({
    code: 'email_taken',
  })
})
