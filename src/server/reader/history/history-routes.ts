/** The routes of a page's versions, their differences and their sources. @module */
import { parseId } from '../../../store/ids.ts'
import { findPageHere, listVersions } from '../../../wiki/pages/find-page.ts'
import { rendered } from '../../web/frame/markup.ts'
import { showNotFound } from '../../web/frame/message-page.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { writtenMarkdown } from '../markdown-answer.ts'
import { atPage, type ReaderDependencies, showAbout } from '../reader-scope.ts'
import { comparisonOf } from './compare-page.ts'
import { historyPage, markdownPage, versionPage } from './history-pages.ts'

const versionsPerPage = 50

export function historyRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { views, workers, show } = dependencies
  return {
    'GET /wiki/spaces/:key/history/:id': atPage(dependencies, async (c, page, reader) => {
      const before = parseId(c.req.query('before') ?? '')
      const filter = { before, limit: versionsPerPage + 1 }
      const versions = await listVersions(reader, page, filter)
      const model = {
        place: page,
        title: page.title,
        file: page.file,
        currentVersion: page.version.number,
        versions: versions.slice(0, versionsPerPage),
        hasMore: versions.length > versionsPerPage,
        mayRestore: page.connection === undefined && (await reader.mayWrite(page.spaceId)),
      }
      return showAbout(show, c, page, {
        title: `History of ${page.title}`,
        main: historyPage(model),
        isKept: true,
      })
    }),
    'GET /wiki/spaces/:key/history/:id/:number': atPage(
      dependencies,
      async (c, current, reader) => {
        const {
          id,
          spaceId,
          connection,
          version: { number: currentVersion },
        } = current
        const page = await findPageHere(reader, id, {
          version: parseId(c.req.param('number') ?? '') ?? 0,
        })
        if (page === undefined) return showNotFound(c, dependencies.show)
        const document = await views.view(page, async () => page.adf)
        const title = `${page.title}, version ${page.version.number}`
        const mayRestore =
          page.version.number < currentVersion &&
          connection === undefined &&
          (await reader.mayWrite(spaceId))
        const main = versionPage({ page, currentVersion, document, mayRestore })
        return showAbout(show, c, current, { title, main, isKept: true })
      },
    ),
    'GET /wiki/spaces/:key/compare/:id': atPage(dependencies, async (c, current, reader) => {
      const { id, title } = current
      const [before, after] = await Promise.all(
        ['from', 'to'].map((name) =>
          findPageHere(reader, id, { version: parseId(c.req.query(name) ?? '') ?? 0 }),
        ),
      )
      if (before === undefined || after === undefined) return showNotFound(c, dependencies.show)
      const page = await workers.show('compare-versions', comparisonOf(before, after))
      return showAbout(show, c, current, {
        title: `Changes of ${title}`,
        main: rendered(page),
        isKept: true,
      })
    }),
    'GET /wiki/spaces/:key/markdown/:id': atPage(dependencies, async (c, current, reader) => {
      const { number } = current.version
      const asked = c.req.query('version')
      const version = asked === undefined ? number : (parseId(asked) ?? 0)
      const page = await findPageHere(reader, current.id, { version })
      if (page === undefined) return showNotFound(c, dependencies.show)
      const { markdown: text, spaceKey } = page
      const written = { text, spaceKey, keepsReferences: true }
      const call = {
        value: null,
        parts: [Buffer.from(await writtenMarkdown(written, dependencies))],
      }
      return showAbout(show, c, current, {
        title: `Markdown of ${page.title}`,
        main: markdownPage(page, number, await workers.show('show-markdown', call)),
        isKept: true,
      })
    }),
  }
}
