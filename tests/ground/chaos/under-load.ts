import { auditOf } from './audit.ts'
import { aDeployment, type Deployment, type DeploymentOptions } from './deployment.ts'
import { type Load, startLoad } from './load.ts'
import { issue } from './people.ts'
import type { Order, Outcome } from './scenario.ts'
import { databaseUrlOf } from './servers.ts'

type Plan = DeploymentOptions & {
  order: Order
  /** Injects the fault; need not wait for recovery. */
  inject(deployment: Deployment, time: number): Promise<void>
  atOnce?: number
  /** Log errors that the fault causes. */
  expectedErrors?: RegExp
}

/** Injects the fault at roughly even intervals, then audits. */
export async function underLoad({ order, inject, atOnce, expectedErrors, ...options }: Plan): Promise<Outcome> {
  const deployment = await aDeployment(options)
  try {
    const urls = options.publicUrl ? [options.publicUrl] : deployment.registries.map(({ url }) => url)
    const stock = await issue(deployment.publicUrl, order.movements)
    const load = startLoad({
      urls,
      publicUrl: deployment.publicUrl,
      stock,
      movements: order.movements,
      ...(atOnce ? { atOnce } : {}),
    })
    await injectAmong(load, order, (time) => inject(deployment, time))
    const result = await load.finished
    order.report(`${result.answered.length} movements are answered; the audit begins.`)
    const audit = await auditOf(await databaseUrlOf(deployment), stock, result.answered)
    const errors = deployment.registries.flatMap((registry) => registry.errors())
    return {
      injected: order.times,
      ...result,
      answered: result.answered.length,
      lost: audit.lost,
      doubled: audit.doubled,
      wrong: [...result.wrong, ...audit.wrong, ...errors.filter((line) => !expectedErrors?.test(line))],
      hands: 0,
      notes: [],
    }
  } catch (error) {
    for (const line of deployment.registries.flatMap((registry) => registry.errors()).slice(0, 5)) order.report(line)
    throw error
  } finally {
    await deployment.stop()
  }
}

async function injectAmong(
  load: Load,
  { times, movements, random, report }: Order,
  inject: (time: number) => Promise<void>,
) {
  for (let time = 0; time < times; time += 1) {
    await load.reach(Math.floor(((time + random()) * movements) / times))
    report(`${time + 1} of ${times}, after ${load.answered()} movements`)
    await inject(time)
  }
}
