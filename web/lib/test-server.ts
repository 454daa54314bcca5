import { loadSiteConfig } from './site-config.ts'

/** The web app compiles without Node's types. */
type Server = {
  listen(port: number, host: string, listening: () => void): unknown
  address(): { port: number } | string | null
  close(closed: () => void): unknown
}

const { fetch: fetchFrom } = globalThis
const { open } = XMLHttpRequest.prototype

/** Starts the server on a free port and routes the test's requests to it. Returns the clean-up. */
export async function routeToServer(server: Server): Promise<() => Promise<void>> {
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
