type ReadPage = {
  status: number
  url: string
  /** The method of the last request, which a reload repeats. */
  method: string
  markup: string
  headers: Headers
}

export type FormReader = {
  open(url: string, headers?: Record<string, string>): Promise<ReadPage>
  /** Posts the open page's form and follows redirects. */
  submit(fields: Record<string, string>): Promise<ReadPage>
  post(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<ReadPage>
}

/** A browser without scripts: keeps cookies, follows redirects. */
export function formReader(): FormReader {
  const cookies = new Map<string, string>()
  let page: ReadPage | null = null

  async function visit(url: string, init: RequestInit): Promise<ReadPage> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location) return visit(new URL(location, url).href, { headers: init.headers ?? {} })
    page = {
      status: answer.status,
      url,
      method: init.method ?? 'GET',
      markup: await answer.text(),
      headers: answer.headers,
    }
    return page
  }

  return {
    open: (url, headers = {}) => visit(url, { headers }),
    submit(fields) {
      if (!page) throw new Error('No page is open.')
      return visit(page.url, { method: 'POST', body: new URLSearchParams(fields) })
    },
    post: (url, fields, headers = {}) => visit(url, { method: 'POST', body: new URLSearchParams(fields), headers }),
  }
}
