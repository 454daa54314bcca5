import { loadSiteConfig } from './site-config.ts'

/** What is needed of a server of Node, whose types the web app is compiled without. */
type Server = {
  listen(port: number, host: string, listening: () => void): unknown
  address(): { port: number } | string | null
  close(closed: () => void): unknown
}

const { fetch: fetchFrom } = globalThis
const { open } = XMLHttpRequest.prototype

/** Has the web app of a component test ask this server, on a port of its own, and loads the site from there. Returns what ends that. */
export async function askServer(server: Server): Promise<() => Promise<void>> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  globalThis.fetch = (path, init) => fetchFrom(new URL(String(path), base), init)
  XMLHttpRequest.prototype.open = function (method: string, path: string | URL) {
    open.call(this, method, new URL(String(path), base), true)
  }
  await loadSiteConfig()
  return () => {
    globalThis.fetch = fetchFrom
    XMLHttpRequest.prototype.open = open
    return new Promise((closed) => server.close(() => closed()))
  }
}
