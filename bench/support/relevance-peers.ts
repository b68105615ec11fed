/** Other searches over the same pages. They are in no lock file, because Pagefind is a native program. @module */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { launchBrowser } from '../../test/support/browser/browser.ts'
import type { FoundPage, SearchedPage } from '../../test/support/relevance/questions.ts'

export interface SearchPeer {
  readonly name: string
  readonly hasPlaces: boolean
  search(asked: string): Promise<readonly FoundPage[]>
  close(): Promise<void>
}

export async function searchPeers(pages: readonly SearchedPage[]): Promise<SearchPeer[]> {
  const { default: MiniSearch } = await load('minisearch')
  return [
    pagesInMiniSearch(MiniSearch, pages),
    sectionsInMiniSearch(MiniSearch, pages),
    await pagefind(pages),
  ]
}

const installPeers =
  'npm install --prefix bench --no-save --no-package-lock minisearch@7.2.0 pagefind@1.6.0'

// biome-ignore lint/suspicious/noExplicitAny: the peers' types are not installed with the product
async function load(name: string): Promise<any> {
  try {
    return await import(name)
  } catch (error) {
    throw new Error(`${name} is missing: ${installPeers}`, { cause: error })
  }
}

/** Options that MiniSearch's documentation suggests for sites. */
const options = { prefix: true, fuzzy: 0.2 } as const
const close = async (): Promise<void> => {}

// biome-ignore lint/suspicious/noExplicitAny: the peers' types are not installed with the product
function pagesInMiniSearch(MiniSearch: any, pages: readonly SearchedPage[]): SearchPeer {
  const index = new MiniSearch({
    fields: ['title', 'headings', 'text'],
    searchOptions: { ...options, boost: { title: 4, headings: 2 } },
  })
  index.addAll(
    pages.map(({ id, title, sections }) => ({
      id,
      title,
      headings: sections.map(({ heading }) => heading).join('\n'),
      text: sections.map(({ text }) => text).join('\n'),
    })),
  )
  return {
    name: 'MiniSearch, a document for each page',
    hasPlaces: false,
    search: async (asked) =>
      index.search(asked).map(({ id }: { id: string }) => ({ id, places: [] })),
    close,
  }
}

/** As VitePress does. */
// biome-ignore lint/suspicious/noExplicitAny: the peers' types are not installed with the product
function sectionsInMiniSearch(MiniSearch: any, pages: readonly SearchedPage[]): SearchPeer {
  const index = new MiniSearch({
    fields: ['title', 'titles', 'text'],
    searchOptions: { ...options, boost: { title: 4, text: 2, titles: 1 } },
  })
  index.addAll(
    pages.flatMap(({ id, title, sections }) => [
      { id: `${id}#`, title, titles: '', text: sections[0]?.id === '' ? sections[0].text : '' },
      ...sections
        .filter((section) => section.id !== '')
        .map(({ id: place, heading, text }) => ({
          id: `${id}#${place}`,
          title: heading,
          titles: title,
          text,
        })),
    ]),
  )
  return {
    name: 'MiniSearch, a document for each section',
    hasPlaces: true,
    async search(asked) {
      const found = new Map<string, string[]>()
      for (const { id } of index.search(asked) as { id: string }[]) {
        const [page = '', place = ''] = id.split('#')
        found.set(page, [...(found.get(page) ?? []), place])
      }
      return [...found].map(([id, places]) => ({ id, places }))
    },
    close,
  }
}

async function pagefind(pages: readonly SearchedPage[]): Promise<SearchPeer> {
  const { createIndex } = await load('pagefind')
  const { index } = await createIndex({ forceLanguage: 'en' })
  for (const page of pages) {
    await index.addHTMLFile({ url: `/${page.id}/`, content: htmlOf(page) })
  }
  const folder = mkdtempSync(join(tmpdir(), 'markport-pagefind-'))
  await index.writeFiles({ outputPath: folder })
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://a').pathname)
    const [type, content] =
      path === '/'
        ? ['text/html', '']
        : [types[extname(path)] ?? 'application/octet-stream', readFileSync(join(folder, path))]
    response.writeHead(200, { 'content-type': type }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  const tab = await browser.newPage()
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return {
    name: 'Pagefind',
    hasPlaces: false,
    search: (asked) => tab.evaluate(askPagefind, asked),
    async close() {
      await browser.close()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript' }

async function askPagefind(asked: string): Promise<FoundPage[]> {
  const { search } = await import('/pagefind.js' as string)
  const { results } = await search(asked)
  return Promise.all(
    results.slice(0, 10).map(async (result: { data(): Promise<PagefindData> }) => {
      const { url } = await result.data()
      return { id: url.replaceAll('/', ''), places: [] }
    }),
  )
}

interface PagefindData {
  readonly url: string
}

function htmlOf({ title, sections }: SearchedPage): string {
  const parts = sections.map(
    ({ id, heading, text }) =>
      `${id === '' ? '' : `<h2 id="${inHtml(id)}">${inHtml(heading)}</h2>`}<p>${inHtml(text)}</p>`,
  )
  return `<!doctype html><html lang="en"><head><title>${inHtml(title)}</title></head><body><h1>${inHtml(title)}</h1>${parts.join('\n')}</body></html>`
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
