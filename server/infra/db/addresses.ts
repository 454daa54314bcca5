/** The servers that an address names: `postgres://user@one:5432,other:5432/db`. All connections use the one in use. */
export type Addresses = {
  count: number
  inUse(): string
  /** The next one is used from now on, unless that has happened already. */
  leave(address: string): void
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/** One address for each host that is named; a text of another shape is one address. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = shape.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
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
