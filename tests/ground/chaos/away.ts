import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OAuth2Server } from 'oauth2-mock-server'
import S3rver from 's3rver'
import { freePort } from '#embedded/free-port.ts'
import { accountOf } from '#sandbox/cast/seed.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { createProject, uploadDocument } from '#shared/contract/projects.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { syncTransactions } from '#shared/contract/transactions.ts'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import { callerAt } from '#tests/kit/person.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aRegistry } from '#tests/kit/registry-process.ts'
import type { Deployment } from './deployment.ts'
import { tenantId, tokenOf } from './people.ts'
import type { Order, Outcome, Scenario } from './scenario.ts'
import { chainPid, signal } from './servers.ts'
import { underLoad } from './under-load.ts'

type Neighbour = {
  name: string
  leave(): unknown
  comeBack(): unknown
  /** Null if no call needs the server. */
  depends: (() => Promise<number>) | null
}

const backWithinMs = 60_000

export const away: Scenario = {
  name: 'away',
  fault: 'the file store (S3), the chain’s node (it hangs), the mail server, the identity provider away, in turn',
  recoveredBy: 'each call that needs it asks it again',
  short: { times: 4, movements: 200 },
  long: { times: 20, movements: 2_000 },
  async run(order) {
    const folder = await mkdtemp(join(tmpdir(), 'registry-away-'))
    const files = await aFileStore(folder)
    const mail = await aMailServer()
    const seen = { wrong: [] as string[], longestBackMs: 0 }
    try {
      const outcome = await underLoad({
        order,
        settings: { ...files.settings, ...mail.settings },
        async inject(deployment, time) {
          const turns = [fileStore(deployment, files), node(deployment), mail.neighbour, provider(deployment)]
          const turn = turns[time % turns.length]
          const neighbour = await turn
          if (neighbour) await visit(deployment, neighbour, order, seen)
        },
      })
      return withVisits(outcome, seen)
    } finally {
      await files.leave()
      await mail.neighbour.leave()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function withVisits(outcome: Outcome, { wrong, longestBackMs }: { wrong: string[]; longestBackMs: number }): Outcome {
  const back = `back at most ${(longestBackMs / 1_000).toFixed(1)} s after the neighbour`
  return { ...outcome, wrong: [...outcome.wrong, ...wrong], notes: [...outcome.notes, back] }
}

/** Stops a server: dependent calls return 503, others work, and later all recover. */
async function visit(
  { publicUrl }: Deployment,
  { name, leave, comeBack, depends }: Neighbour,
  { report }: Order,
  seen: { wrong: string[]; longestBackMs: number },
): Promise<void> {
  await leave()
  const status = depends ? await depends() : 503
  if (status !== 503) seen.wrong.push(`${name} was away, and a call that needs it was answered ${status}.`)
  const others = await callerAt(publicUrl, null).fetch(`${readFigures.path}?tenantId=${tenantId}`)
  if (others.status !== 200) seen.wrong.push(`${name} was away, and the figures were answered ${others.status}.`)
  await comeBack()
  const backAt = Date.now()
  while (depends && (await depends()) === 503) {
    if (Date.now() - backAt > backWithinMs) return void seen.wrong.push(`${name} is back and not used.`)
    await pause(100)
  }
  seen.longestBackMs = Math.max(seen.longestBackMs, Date.now() - backAt)
  report(`${name} was away; used again ${Date.now() - backAt} ms after it was back.`)
}

async function aFileStore(folder: string) {
  const directory = join(folder, 's3')
  await mkdir(directory)
  const port = await freePort()
  const open = () =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: 'registry', configs: [] }],
    })
  let server: S3rver | null = null
  const comeBack = async () => {
    server = open()
    await server.run()
  }
  await comeBack()
  return {
    settings: {
      STORAGE_URL: `s3://registry/files?endpoint=http://127.0.0.1:${port}&region=eu-west-1`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    comeBack,
    async leave() {
      await server?.close()
      server = null
    },
  }
}

async function fileStore(
  { publicUrl }: Deployment,
  { leave, comeBack }: Awaited<ReturnType<typeof aFileStore>>,
): Promise<Neighbour> {
  const proponent = callerAt(publicUrl, await tokenOf('proponent', publicUrl))
  const [methodology] = (await proponent.call(listMethodologies)).items
  const { projectKey } = await proponent.call(createProject, {
    body: {
      projectName: 'Papers of Kitui',
      description: 'A draft to which papers are added.',
      methodologyId: methodology?.methodologyId ?? '',
      measurementProviderId: accountOf.measurer,
      verificationProviderId: accountOf.verifier,
      startDate: '2022-01-01',
      endDate: '2030-12-31',
    },
  })
  const pdf = new Blob([Uint8Array.from(await anEmptyPdf())], { type: 'application/pdf' })
  return {
    name: 'The file store',
    leave,
    comeBack,
    async depends() {
      const body = new FormData()
      body.set('projectKey', projectKey)
      body.set('documentType', 'PDS')
      body.set('document', pdf, 'statement.pdf')
      return (await proponent.fetch(uploadDocument.path, { method: 'POST', body })).status
    },
  }
}

async function node(deployment: Deployment): Promise<Neighbour> {
  const { publicUrl } = deployment
  const proponent = callerAt(publicUrl, await tokenOf('proponent', publicUrl))
  const pid = await chainPid(deployment)
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  return {
    name: 'The chain’s node',
    leave: () => signal(pid, 'SIGSTOP'),
    comeBack: () => signal(pid, 'SIGCONT'),
    depends: async () => (await proponent.fetch(syncTransactions.path, request)).status,
  }
}

async function aMailServer() {
  const port = await freePort()
  let box: Awaited<ReturnType<typeof startPostBox>> | null = await startPostBox({ port })
  const neighbour: Neighbour = {
    name: 'The mail server',
    async leave() {
      await box?.stop()
      box = null
    },
    async comeBack() {
      box = await startPostBox({ port })
    },
    // Letters wait for the mail server.
    depends: null,
  }
  return { settings: { SMTP_URL: `smtp://127.0.0.1:${port}` }, neighbour }
}

/** This scenario has its own registry, as the others have the sandbox's people; it starts during the outage. */
async function provider({ settings }: Deployment): Promise<Neighbour> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  server.issuer.url = issuer
  const registry = await aRegistry({ settings: { ...settings, OIDC_AUTHORITY: issuer } })
  const token = await server.issuer.buildToken({
    scopesOrTransform: (_, payload) => Object.assign(payload, { sub: 'somebody', aud: 'registry-api' }),
  })
  let isBack = false
  return {
    name: 'The identity provider',
    leave: () => registry.start(),
    async comeBack() {
      await server.start(port, '127.0.0.1')
      isBack = true
    },
    async depends() {
      const { status } = await callerAt(registry.url, token).fetch(readAccount.path)
      if (isBack && status !== 503) await Promise.all([registry.stop(), server.stop()])
      return status
    },
  }
}
