import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './build-app.ts'

type Fields = Record<string, string>
type Headers = Record<string, string>

/** The hidden fields of a page's last form, or of the form with a certain hidden value. */
export const hiddenIn = (html: string, having = ''): Fields => {
  const forms = html.split('<form').filter((form) => form.includes(having))
  return Object.fromEntries(
    [...(forms.at(-1) ?? '').matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
}

/** A browser without scripts: it stores cookies, follows redirects within the site, and posts forms. */
export function plainBrowser(portal: TestApp) {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const visited: string[] = []

  function store(reply: LightMyRequestResponse) {
    for (const { name, value, maxAge, expires } of reply.cookies)
      if (value === '' || maxAge === 0 || (expires && expires.getTime() === 0)) jar.delete(name)
      else jar.set(name, value)
  }

  async function follow(reply: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    store(reply)
    const { location } = reply.headers
    if (reply.statusCode !== 303 || !location?.startsWith('/')) return reply
    return get(location)
  }

  async function get(url: string, headers: Headers = {}): Promise<LightMyRequestResponse> {
    const [path = ''] = url.split('#')
    visited.push(path)
    return follow(await portal.inject({ url: path, headers: { ...headers, cookie: cookie() } }))
  }

  async function post(url: string, fields: Fields, headers: Headers = {}) {
    const reply = await portal.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookie(), ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
    store(reply)
    return reply
  }

  return {
    jar,
    /** The addresses that were opened, as the history of the browser has them. */
    visited,
    get,
    /** Opens an address without following its redirect. */
    peek: (url: string) => portal.inject({ url, headers: { cookie: cookie() } }),
    /** Posts a form without following the answer. */
    post,
    /** Posts a form and opens the page that it leads to. */
    send: async (url: string, fields: Fields, headers: Headers = {}) => follow(await post(url, fields, headers)),
  }
}
