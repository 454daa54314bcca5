const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/

/** One address per host; other texts unchanged. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = shape.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url]
}
