/** A person's token, or null for a visitor. */
type Token = string | null

export type MixtureOf = {
  url: string
  tenantId: string
  people: readonly string[]
  /** Further work, such as uploads; two at a time each. */
  acts: Readonly<Record<string, () => Promise<unknown>>>
  seconds: number
}

const words = ['solar', 'wind', 'forest', 'stove', 'kenya', 'india', 'water', 'biogas'] as const
const streamsOfPerson = 20
/** The pause after a rejection. */
const turnedAwayMs = 250

/** All kinds of requests at once, and the maximum of open streams. Returns counts of answered and rejected ones. */
export async function mixture({ url, tenantId, people, acts, seconds }: MixtureOf): Promise<string> {
  const ended = AbortSignal.timeout(seconds * 1_000)
  const tallies = new Map<string, { answered: number; turnedAway: number }>()
  let round = 0
  const next = <Item>(items: readonly Item[]): Item => items[round++ % items.length]!

  const note = (what: string, isAnswered: boolean) => {
    const counts = tallies.get(what) ?? { answered: 0, turnedAway: 0 }
    counts[isAnswered ? 'answered' : 'turnedAway'] += 1
    tallies.set(what, counts)
  }
  const ask = async (what: string, path: string, token: Token = null): Promise<unknown> => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}${path}`, { headers, cache: 'no-store' })
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const body: unknown = isJson ? await answer.json() : await answer.arrayBuffer()
    note(what, answer.ok)
    if (!answer.ok) await pause(turnedAwayMs)
    return answer.ok ? body : null
  }
  const over = async (loops: number, work: () => Promise<unknown>) => {
    const loop = async () => {
      while (!ended.aborted) await work()
    }
    await Promise.all(Array.from({ length: loops }, loop))
  }
  const listen = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/tasks/events`, { headers, signal: ended })
    note('streams', answer.ok)
    for await (const _ of answer.body ?? []) if (ended.aborted) return
  }

  const of = `tenantId=${tenantId}`
  const claims = claimsIn(await ask('lists', `/api/claims?${of}&limit=60`))
  const streams = people.flatMap((token) => Array.from({ length: streamsOfPerson }, () => listen(token)))
  await Promise.all([
    ...streams.map((stream) => stream.catch(() => undefined)),
    over(8, () => ask('lists', next([`/api/projects?${of}&q=${next(words)}`, `/api/claims?${of}&q=${next(words)}`]))),
    over(2, () => ask('counts', next([`/api/projects/facets?${of}&q=${next(words)}`, `/api/claims/facets?${of}`]))),
    over(4, () => ask('searches', `/api/search?${of}&q=${next(words)}`)),
    over(4, () => ask("members' reads", next(['/api/tasks?limit=5', '/api/notices?limit=20']), next(people))),
    over(3, () => ask('statements', `/api/legacyCertificate?language=${next(['en', 'fr', 'sw'])}`, next(people))),
    over(2, () => ask('link pictures', `/cards/claim.png?key=${next(claims)}`)),
    over(1, () => everyClaim(async (cursor) => cursorIn(await ask('export', `/api/claims?${of}&limit=100${cursor}`)))),
    ...Object.entries(acts).map(([what, act]) => over(2, () => act().then(() => note(what, true)))),
  ])
  return [...tallies].map(([what, { answered, turnedAway }]) => `${what} ${answered} (${turnedAway})`).join(', ')

  async function everyClaim(page: (cursor: string) => Promise<string | null>): Promise<void> {
    let cursor: string | null = ''
    while (cursor !== null && !ended.aborted) cursor = await page(cursor)
  }
}

function claimsIn(page: unknown): string[] {
  return Object(page).items.map(({ claimId }: { claimId: string }) => claimId)
}

function cursorIn(page: unknown): string | null {
  const { nextCursor } = Object(page)
  return typeof nextCursor === 'string' ? `&cursor=${encodeURIComponent(nextCursor)}` : null
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
