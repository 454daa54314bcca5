import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { lostLines, outages, statements } from '#server/infra/watched/channels.ts'

/** `status` 'aborted': the client left. `route` is a pattern. */
type AnsweredRequest = { method: string; route: string; status: string; seconds: number }
type Connections = { open: number; idle: number; waiting: number; most: number }
/** From the database, over all tenants, in seconds. */
export type Figures = {
  recorded: number
  submitted: number
  parked: number
  oldestSeconds: number
  tenantsDisagreeing: number
  reconciliationAgeSeconds: number
  unlinked: number
  lettersWaiting: number
  lettersFailing: number
}

export type Metrics = {
  /** Counts a request as in flight until the result is called. */
  beginRequest(kind: 'upload' | 'other'): (answered: AnsweredRequest) => void
  watchPool(pool: string, connections: () => Connections): void
  text(): Promise<string>
  contentType: string
  stop(): void
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const statementBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/** Each scrape calls `figures`; null means a database outage. */
export function startMetrics(figures: () => Promise<Figures | null>): Metrics {
  const registers = [new Registry()]
  const [register = new Registry()] = registers
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'registry_http_request_duration_seconds',
    help: 'Time until a request was answered, by route, method and status class.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const underWay = new Gauge({
    name: 'registry_http_requests_in_flight',
    help: 'Requests that are being answered; uploads hold memory meanwhile.',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of ['upload', 'other']) underWay.set({ kind }, 0)
  const stopStatements = watchStatements(registers)
  const stopLines = watchLines(registers)
  const pools = poolGauges(registers)
  const setFigures = figureGauges(registers)
  return {
    beginRequest(kind) {
      underWay.inc({ kind })
      return ({ seconds, ...labels }) => {
        underWay.dec({ kind })
        requests.observe(labels, seconds)
      }
    },
    watchPool: pools.watch,
    async text() {
      pools.set()
      setFigures(await figures())
      return register.metrics()
    },
    contentType: register.contentType,
    stop() {
      stopStatements()
      stopLines()
      register.clear()
    },
  }
}

function watchStatements(registers: Registry[]): () => void {
  const duration = new Histogram({
    name: 'registry_database_statement_duration_seconds',
    help: 'Time that PostgreSQL took for a statement.',
    buckets: statementBuckets,
    registers,
  })
  const failed = new Counter({
    name: 'registry_database_statement_errors_total',
    help: 'Statements that PostgreSQL refused, those that a rule of the registry refuses among them.',
    registers,
  })
  const away = new Counter({
    name: 'registry_database_outages_total',
    help: 'Calls that met no database.',
    registers,
  })
  const ends = new WeakMap<object, () => number>()
  const subscribers = {
    start: (statement: object) => void ends.set(statement, duration.startTimer()),
    asyncEnd: (statement: object) => void ends.get(statement)?.(),
    error: () => failed.inc(),
    end() {},
    asyncStart() {},
  }
  const count = () => away.inc()
  statements.subscribe(subscribers)
  outages.subscribe(count)
  return () => {
    statements.unsubscribe(subscribers)
    outages.unsubscribe(count)
  }
}

function watchLines(registers: Registry[]): () => void {
  const lost = new Counter({
    name: 'registry_log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    registers,
  })
  const count = () => lost.inc()
  lostLines.subscribe(count)
  return () => lostLines.unsubscribe(count)
}

function poolGauges(registers: Registry[]) {
  const pools = new Map<string, () => Connections>()
  const gauge = (name: string, help: string, ...labels: string[]) =>
    new Gauge({ name, help, labelNames: ['pool', ...labels], registers })
  const connections = gauge('registry_database_pool_connections', 'Connections of a pool.', 'state')
  const waiting = gauge('registry_database_pool_waiting', 'Calls that wait for a connection.')
  const most = gauge('registry_database_pool_max', 'Connections that a pool may open.')
  return {
    watch: (pool: string, now: () => Connections) => void pools.set(pool, now),
    set() {
      for (const [pool, read] of pools) {
        const now = read()
        connections.set({ pool, state: 'idle' }, now.idle)
        connections.set({ pool, state: 'in use' }, now.open - now.idle)
        waiting.set({ pool }, now.waiting)
        most.set({ pool }, now.most)
      }
    },
  }
}

const plainNames = [
  'oldestSeconds',
  'tenantsDisagreeing',
  'reconciliationAgeSeconds',
  'unlinked',
  'lettersWaiting',
  'lettersFailing',
] as const

/** During an outage old values would look current. */
function figureGauges(registers: Registry[]): (now: Figures | null) => void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const up = gauge('registry_database_up', 'Whether the database answered this scrape.')
  const movements = new Gauge({
    name: 'registry_settlement_movements',
    help: 'Movements that are not confirmed, by state.',
    labelNames: ['state'],
    registers,
  })
  const plain = {
    oldestSeconds: gauge(
      'registry_settlement_oldest_seconds',
      'Age of the oldest movement that is on its way to the chain.',
    ),
    tenantsDisagreeing: gauge(
      'registry_reconciliation_tenants_disagreeing',
      'Tenants whose ledger and chain disagree.',
    ),
    reconciliationAgeSeconds: gauge(
      'registry_reconciliation_age_seconds',
      'Time since ledger and chain were compared, of the tenant that waits longest.',
    ),
    unlinked: gauge('registry_hash_chain_waiting', 'Movements that the hash chain has yet to take in.'),
    lettersWaiting: gauge('registry_letters_waiting', 'Letters that are due or will be tried again.'),
    lettersFailing: gauge('registry_letters_failing', 'Letters that were refused and will be tried again.'),
  }
  return (now) => {
    up.set(now ? 1 : 0)
    for (const state of ['recorded', 'submitted', 'parked'] as const) {
      if (now) movements.set({ state }, now[state])
      else movements.remove({ state })
    }
    for (const name of plainNames) {
      if (now) plain[name].set(now[name])
      else plain[name].remove()
    }
  }
}
