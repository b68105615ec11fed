/** A visitor of the web pages over HTTP: keeps cookies and sends the forms of the pages it is shown. @module */
import assert from 'node:assert/strict'
import { userPassword } from '../prepared-store.ts'
import { type PageElement, pageElements } from './page-elements.ts'

export interface WebAnswer {
  readonly status: number
  readonly headers: Headers
  readonly html: string
  readonly location: string | undefined
  elements(name?: string): PageElement[]
}

export interface WebClient {
  readonly cookies: Map<string, string>
  get(path: string): Promise<WebAnswer>
  /** Sends a browser's headers. */
  submit(
    path: string,
    fields?: Record<string, string> | FormData,
    headers?: Record<string, string>,
  ): Promise<WebAnswer>
  signIn(name: string, password: string, next?: string): Promise<WebAnswer>
}

export function webClient(origin: string): WebClient {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit): Promise<WebAnswer> => {
    const cookie = cookiesOf({ cookies })
    const headers = {
      'accept-encoding': 'identity',
      ...(cookie && { cookie }),
      ...(init.headers as Record<string, string>),
    }
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const html = await response.text()
    let all: PageElement[] | undefined
    return {
      status: response.status,
      headers: response.headers,
      html,
      location: response.headers.get('location') ?? undefined,
      elements(name) {
        all ??= pageElements(html)
        return all.filter((one) => name === undefined || one.name === name)
      },
    }
  }
  const client: WebClient = {
    cookies,
    get: (path) => send(path, {}),
    submit: (path, fields = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
        headers: { origin, 'sec-fetch-site': 'same-origin', ...headers },
      }),
    async signIn(name, password, next = '/') {
      await client.get(`/sign-in?${new URLSearchParams({ next })}`)
      return client.submit('/sign-in', { name, password, next })
    },
  }
  return client
}

/** A user of a prepared store, who has just signed in. */
export async function signedIn({ url }: { url: string }, name: string): Promise<WebClient> {
  const client = webClient(url)
  assert.equal((await client.signIn(name, userPassword)).status, 303)
  return client
}

/** As a browser sends them. */
export function cookiesOf({ cookies }: Pick<WebClient, 'cookies'>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
