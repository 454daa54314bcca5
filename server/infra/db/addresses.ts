import { addressesIn } from '#server/infra/database-addresses.ts'

/** The servers of `postgres://user@one:5432,other:5432/db`, of which one is in use. */
export type Addresses = {
  count: number
  inUse(): string
  /** Switches to the next server, unless another caller already has. */
  leave(address: string): void
}

export function inTurn(url: string): Addresses {
  const addresses = addressesIn(url)
  let place = 0
  const inUse = () => addresses[place % addresses.length] ?? url
  return {
    count: addresses.length,
    inUse,
    leave(address) {
      if (address === inUse()) place += 1
    },
  }
}
