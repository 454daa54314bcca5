import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '../chaos/deployment.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { deployedEnvironment } from './deployed.ts'
import { startHaproxy } from './haproxy.ts'
import { startS3 } from './s3.ts'

export type SeveralMachines = {
  ports: readonly number[]
  publicUrl: string
  databaseUrl: string
  cluster: Cluster
  settings: Record<string, string>
  stop(): Promise<void>
}

export async function severalMachines(): Promise<SeveralMachines> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-machines-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    const s3 = await startS3(folder)
    stops.push(s3.stop)
    const cluster = await startCluster(folder)
    stops.push(cluster.stop)
    const [databasePort, ...ports] = await freePorts(4)
    const [database1, database2] = cluster.nodes
    const addresses = await deployedEnvironment('haproxy/default', {
      HAPROXY_LISTEN: `127.0.0.1:${(await freePorts(1))[0]}`,
      ...Object.fromEntries(ports.map((port, index) => [`REGISTRY_${index + 1}`, `127.0.0.1:${port}`])),
      DATABASE_LISTEN: `127.0.0.1:${databasePort}`,
      DATABASE_1: database1?.address ?? '',
      DATABASE_2: database2?.address ?? '',
    })
    const haproxy = await startHaproxy(['registry.cfg', 'database.cfg'], {
      ...addresses,
      DATABASE_1_PATRONI_PORT: String(database1?.patroniPort),
      DATABASE_2_PATRONI_PORT: String(database2?.patroniPort),
    })
    stops.push(haproxy.stop)
    return {
      ports,
      publicUrl: haproxy.url,
      databaseUrl: `postgres://registry:${cluster.password}@127.0.0.1:${databasePort}/registry`,
      cluster,
      settings: {
        ...s3.settings,
        TRUSTED_PROXIES: '127.0.0.1',
        DATABASE_APP_URL: `postgres://registry_requests:${cluster.password}@127.0.0.1:${databasePort}/registry`,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
