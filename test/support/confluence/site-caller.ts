/** Asks a simulated site directly, as its account. @module */
import type { ConfluenceSimulator } from './simulator.ts'

export interface SiteAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined where the answer is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at it as they like
  readonly json: any
}

/** Asks for a path below the base. */
export type SiteCaller = (
  method: string,
  path: string,
  body?: object | FormData,
  headers?: Readonly<Record<string, string>>,
) => Promise<SiteAnswer>

/**
 * Make a caller.
 * @param base Where its API is, where that is not `baseUrl`.
 */
export function callSite(site: ConfluenceSimulator, base: string = site.baseUrl): SiteCaller {
  const basic = Buffer.from(`${site.email}:${site.token}`).toString('base64')
  const authorization = site.email === undefined ? `Bearer ${site.token}` : `Basic ${basic}`
  return async (method, path, body, headers) => {
    const isForm = body instanceof FormData
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization,
        ...(isForm ? { 'x-atlassian-token': 'no-check' } : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined || isForm ? (body ?? null) : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function filesForm(files: Readonly<Record<string, string>>, comment = ''): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(files))
    form.append('file', new Blob([text], { type: 'text/plain' }), name)
  form.append('comment', comment)
  return form
}

/** A document of ADF with a paragraph for each text, as JSON text. */
export function adfOf(...texts: string[]): string {
  const content = texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }))
  return JSON.stringify({ version: 1, type: 'doc', content })
}
