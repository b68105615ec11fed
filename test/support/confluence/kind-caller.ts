/** Asks a simulated site of either kind for the same things. @module */
import type { SiteKind } from '../../../src/confluence/site.ts'
import type { ConfluenceSimulator } from './simulator.ts'
import { adfOf, callSite, type SiteAnswer } from './site-caller.ts'

export interface KindCaller {
  create(title: string, text?: string, more?: object): Promise<SiteAnswer>
  update(
    id: string,
    version: number,
    text: string,
    title: string,
    message?: string,
  ): Promise<SiteAnswer>
  /** Publish a draft as version 1. */
  publish(id: string, title: string): Promise<SiteAnswer>
  /** Find the pages that have a title. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at it as they like
  find(title: string): Promise<any>
  /** Give a page the property `k`. */
  property(id: string): Promise<SiteAnswer>
  /** What a create needs to stand below a page. */
  under(id: string): object
  /** The body in an answer. */
  // biome-ignore lint/suspicious/noExplicitAny: it is whatever was answered
  bodyOf(json: any): string
  /** What a refusal says. */
  // biome-ignore lint/suspicious/noExplicitAny: it is whatever was answered
  words(json: any): string
}

export function callKind(site: ConfluenceSimulator): KindCaller {
  return callers[site.kind](site)
}

const message = 'Markport x'

const callers: Readonly<Record<SiteKind, (site: ConfluenceSimulator) => KindCaller>> = {
  cloud(site) {
    const call = callSite(site)
    const body = (text: string) => ({ representation: 'atlas_doc_format', value: adfOf(text) })
    const put = (id: string, title: string, text: string, version: object) =>
      call('PUT', `/api/v2/pages/${id}`, {
        id,
        status: 'current',
        title,
        body: body(text),
        version,
      })
    return {
      create: (title, text = 'Text', more = {}) =>
        call('POST', '/api/v2/pages', {
          spaceId: site.spaceId,
          status: 'current',
          title,
          body: body(text),
          ...more,
        }),
      update: (id, number, text, title, message = '') => put(id, title, text, { number, message }),
      publish: (id, title) => put(id, title, 'One', { number: 1, message }),
      async find(title) {
        const query = new URLSearchParams({ 'space-id': site.spaceId, title })
        return (await call('GET', `/api/v2/pages?${query}`)).json.results
      },
      property: (id) => call('POST', `/api/v2/pages/${id}/properties`, { key: 'k', value: 1 }),
      under: (parentId) => ({ parentId }),
      bodyOf: (json) => json.body.atlas_doc_format.value,
      words: ({ errors }) => errors[0].title,
    }
  },
  'data-center'(site) {
    const call = callSite(site)
    const body = (text: string) => ({
      storage: { value: `<p>${text}</p><hr/>`, representation: 'storage' },
    })
    const put = (path: string, title: string, text: string, version: object) =>
      call('PUT', `/rest/api/content/${path}`, { type: 'page', title, body: body(text), version })
    return {
      create: (title, text = 'Text', more = {}) =>
        call('POST', '/rest/api/content', {
          type: 'page',
          title,
          space: { key: site.spaceKey },
          body: body(text),
          ...more,
        }),
      update: (id, number, text, title, message = '') => put(id, title, text, { number, message }),
      publish: (id, title) => put(`${id}?status=draft`, title, 'One', { number: 1, message }),
      async find(title) {
        const query = new URLSearchParams({ spaceKey: site.spaceKey, title, type: 'page' })
        return (await call('GET', `/rest/api/content?${query}`)).json.results
      },
      property: (id) => call('POST', `/rest/api/content/${id}/property`, { key: 'k', value: 1 }),
      under: (id) => ({ ancestors: [{ id }] }),
      bodyOf: (json) => json.body.storage.value,
      words: ({ message, data }) => data.errors[0]?.message.translation ?? message,
    }
  },
}
