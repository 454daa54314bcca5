import { addressesIn } from '#server/infra/database-addresses.ts'

/** The servers that an address names: `postgres://user@one:5432,other:5432/db`. All connections use the one in use. */
export type Addresses = {
  count: number
  inUse(): string
  /** The next one is used from now on, unless that has happened already. */
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
