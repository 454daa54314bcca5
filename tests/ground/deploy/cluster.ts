import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#embedded/free-port.ts'
import { runningProcesses } from '#tests/kit/processes.ts'
import { postgresUser, type Server, startServer, until } from '../program.ts'
import { deployed, deployedEnvironment } from './deployed.ts'

/** Two PostgreSQL nodes with the files of deploy/patroni and deploy/etcd. */
export type Cluster = {
  nodes: readonly DatabaseNode[]
  /** Of the user `registry`. */
  password: string
  primary(): Promise<DatabaseNode | null>
  /** Waits for a primary with a synchronous standby. */
  whole(): Promise<void>
  takenOver(): Promise<void>
  stop(): Promise<void>
}

type DatabaseNode = {
  name: string
  address: string
  patroniPort: number
  /** Starts Patroni, as at boot. */
  start(): void
  /** kill -9 of all processes, as in a power cut. */
  kill(): Promise<void>
  describe(): string
}

const startingMs = 60_000
const etcds = ['etcd1', 'etcd2', 'etcd3']

export async function startCluster(folder: string): Promise<Cluster> {
  const { uid, gid } = postgresUser()
  await chmod(folder, 0o711)
  const home = join(folder, 'cluster')
  await mkdir(home)
  if (uid !== undefined && gid !== undefined) await chown(home, uid, gid)
  const stops: (() => Promise<void>)[] = []
  const hosts = await startEtcd(home, stops)
  const password = crypto.randomUUID()
  const config = join(home, 'config.yml')
  const script = join(home, 'create-registry-database.sh')
  await writeFile(config, await deployed('patroni/config.yml', { '/etc/patroni': home }))
  await writeFile(script, await deployed('patroni/create-registry-database.sh'), { mode: 0o755 })

  const secrets = {
    PATRONI_ETCD3_HOSTS: hosts.join(','),
    PATRONI_SUPERUSER_PASSWORD: crypto.randomUUID(),
    PATRONI_REPLICATION_PASSWORD: crypto.randomUUID(),
    REGISTRY_DATABASE_PASSWORD: password,
    REGISTRY_REQUESTS_PASSWORD: password,
  }
  const nodes = await Promise.all(['database1', 'database2'].map((name) => aNode(name, home, config, secrets)))
  for (const node of nodes) stops.push(node.stop)
  const roleOf = (node: DatabaseNode, role: string) =>
    fetch(`http://127.0.0.1:${node.patroniPort}/${role}`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const withRole = async (role: string) => {
    const has = await Promise.all(nodes.map((node) => roleOf(node, role)))
    return nodes.find((_, index) => has[index]) ?? null
  }
  const cluster: Cluster = {
    nodes,
    password,
    primary: () => withRole('primary'),
    whole: () =>
      until(
        async () => (await withRole('primary')) !== null && (await withRole('synchronous')) !== null,
        startingMs,
        () => nodes.map((node) => node.describe()).join('\n\n'),
      ),
    takenOver: () =>
      until(
        async () => (await withRole('primary')) !== null,
        startingMs,
        () => nodes.map((node) => node.describe()).join('\n\n'),
      ),
    async stop() {
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
    },
  }
  try {
    for (const node of nodes) node.start()
    await cluster.takenOver()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

async function startEtcd(home: string, stops: (() => Promise<void>)[]): Promise<string[]> {
  const members = await Promise.all(
    etcds.map(async (name) => ({
      name,
      peer: `http://127.0.0.1:${await freePort()}`,
      client: `127.0.0.1:${await freePort()}`,
    })),
  )
  const servers: Server[] = []
  for (const { name, peer, client } of members) {
    const env = await deployedEnvironment('etcd/etcd.env', {
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(home, name),
      ETCD_LISTEN_PEER_URLS: peer,
      ETCD_LISTEN_CLIENT_URLS: `http://${client}`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${client}`,
      ETCD_INITIAL_CLUSTER: members.map((member) => `${member.name}=${member.peer}`).join(','),
    })
    const server = startServer('/usr/bin/etcd', [], { env, asPostgres: true })
    servers.push(server)
    stops.push(() => server.stop('SIGTERM', 5_000))
  }
  const isHealthy = async (client: string) => (await fetch(`http://${client}/health`)).status === 200
  await until(
    async () => (await Promise.all(members.map(({ client }) => isHealthy(client)))).every(Boolean),
    startingMs,
    () => servers.flatMap(({ lines }) => lines.slice(-20)).join('\n'),
  )
  return members.map(({ client }) => client)
}

async function aNode(name: string, home: string, config: string, secrets: Record<string, string>) {
  const [port, patroniPort] = [await freePort(), await freePort()]
  const data = join(home, name)
  const address = `127.0.0.1:${port}`
  const env = await deployedEnvironment('patroni/patroni_env.conf', {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroniPort}`,
    PATRONI_POSTGRESQL_LISTEN: address,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    ...secrets,
  })
  let patroni: Server | null = null
  return {
    name,
    address,
    patroniPort,
    start() {
      patroni = startServer('/usr/bin/patroni', [config], { env: { ...env, HOME: home }, asPostgres: true })
    },
    async kill() {
      const postgres = await processesOn(data)
      await patroni?.stop('SIGKILL', 0)
      for (const pid of postgres) killIfAlive(pid)
    },
    async stop() {
      await patroni?.stop('SIGTERM', 20_000)
      for (const pid of await processesOn(data)) killIfAlive(pid)
    },
    describe: () => `${name}:\n${(patroni?.lines ?? []).slice(-40).join('\n')}`,
  }
}

/** The postmaster and its children. */
async function processesOn(data: string): Promise<number[]> {
  const lock = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const postmaster = Number(lock.split('\n')[0])
  if (!postmaster) return []
  const children = await Promise.all(
    (await runningProcesses()).map(async ({ pid }) => ({ pid, parent: await parentOf(pid) })),
  )
  return [postmaster, ...children.filter(({ parent }) => parent === postmaster).map(({ pid }) => pid)]
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended meanwhile.
  }
}
