const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/** One address for each host that is named; a text of another shape is one address. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = shape.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}
