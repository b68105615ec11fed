/** Uses a service as its people and programs do, one request after another, each drawn by chance. @module */
import { sampleMarkdown } from '../../../bench/sample-markdown.ts'
import { type WebClient, webClient } from '../browser/web-client.ts'
import { folderSender } from '../folders/sent-folder.ts'
import { type PreparedStore, userPassword } from '../prepared-store.ts'
import type { ServiceProcess } from './service-process.ts'

export interface MixedUse {
  next(random: () => number): Promise<void>
  readonly counts: Readonly<Record<string, number>>
}

type Target = Pick<ServiceProcess, 'url' | 'endpoint'> & Pick<PreparedStore, 'space' | 'token'>
type Action = (random: () => number) => Promise<number>

/** Pages are overwritten, so that per-page memory has a bound. */
const titles = 400
const words = ['service', 'option', 'commit', 'worker', 'token', 'nothing such']

export async function mixedUse(target: Target): Promise<MixedUse> {
  const visitor = webClient(target.url)
  await visitor.signIn('boss', userPassword)
  const actions = actionsOn(target, visitor)
  const names = Object.keys(actions)
  const counts: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]))
  counts.refused = 0
  return {
    counts,
    async next(random) {
      const name = names[Math.floor(random() * names.length)] as string
      // The service may close an idle connection just as a request is sent on it.
      const status = await (actions[name] as Action)(random).catch(() => Number.POSITIVE_INFINITY)
      counts[name] = (counts[name] ?? 0) + 1
      if (status >= 400) counts.refused = (counts.refused ?? 0) + 1
    },
  }
}

function actionsOn(target: Target, visitor: WebClient): Readonly<Record<string, Action>> {
  const { url, endpoint, space, token } = target
  const pageIds: string[] = []
  const get = async (path: string): Promise<number> => (await visitor.get(path)).status
  const anyPage = (random: () => number): string =>
    pageIds[Math.floor(random() * pageIds.length)] ?? space.homepageId
  return {
    async import(random) {
      const title = `Page ${Math.floor(random() * titles)}`
      const content = sampleMarkdown(10_240, `Version ${random()}`)
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({
          spaceId: space.id,
          parentId: space.homepageId,
          overwrite: true,
          pageTitle: title,
          content,
        }),
      })
      const { page } = (await response.json()) as { page?: { id: string } }
      if (page !== undefined && !pageIds.includes(page.id)) pageIds.push(page.id)
      return response.status
    },
    view: (random) => get(`/wiki/spaces/${space.key}/pages/${anyPage(random)}`),
    history: (random) => get(`/wiki/spaces/${space.key}/history/${anyPage(random)}`),
    search: (random) => get(`/search?q=${words[Math.floor(random() * words.length)]}`),
    suggest: (random) => get(`/search/suggest?q=pa${Math.floor(random() * 10)}`),
    manage: () => get('/manage/imports'),
    preview: (random) =>
      postForm(url, visitor, '/import/preview', {
        spaceId: space.id,
        parentId: space.homepageId,
        pageTitle: 'Never sent',
        content: sampleMarkdown(10_240, `Draft ${random()}`),
      }),
    async folder(random) {
      const names = ['a', 'b', 'c']
      const files = names.map((name) => [
        `${name}.md`,
        sampleMarkdown(4_096, `${name} ${random()}`),
      ])
      const { send } = await folderSender(url, visitor, space)
      const answer = await send(Object.fromEntries(files))
      await answer.arrayBuffer()
      return answer.status
    },
  }
}

async function postForm(
  url: string,
  visitor: WebClient,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  const form = await visitor.get('/import')
  const body = new FormData()
  const csrf = form.elements().find(({ attrs }) => attrs.name === 'csrf')?.attrs.value ?? ''
  for (const [name, value] of Object.entries({ csrf, ...fields })) body.set(name, value)
  const response = await fetch(url + path, {
    method: 'POST',
    body,
    headers: {
      accept: 'application/json',
      cookie: [...visitor.cookies].map((one) => one.join('=')).join('; '),
      origin: url,
      'sec-fetch-site': 'same-origin',
    },
  })
  await response.arrayBuffer()
  return response.status
}
