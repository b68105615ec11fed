/**
 * `llms.txt`: what there is to read, as a list of links to Markdown, for programs that read pages.
 * Its form: https://llmstxt.org
 * @module
 */
import { answerTagged } from '../../http/entity-tag.ts'
import { findSpace } from '../../importing/spaces.ts'
import { pagePath } from '../../importing/target-wiki.ts'
import { listReadableSpaces, mayRead } from '../../web/session/may-read.ts'
import { readersOf, readingHeaders, showNotFound } from '../../web/session/reading-rule.ts'
import type { WebHandlers } from '../../web/web-map.ts'
import { readOutline } from '../store/space-outline.ts'
import type { ReaderDependencies, WebContext } from './reader-scope.ts'

/** A program that reads the list has all of it in its context. */
const maxPages = 2_000
const maxSpaces = 1_000

/**
 * Make the handlers.
 * @param dependencies The store, who may read, and the public address.
 */
export function llmsRoutes(dependencies: ReaderDependencies): WebHandlers {
  const { database, readers, publicUrl } = dependencies
  return {
    'GET /llms.txt': async (c) => {
      const limit = { limit: maxSpaces }
      const rule = readersOf(c, readers)
      const spaces = await listReadableSpaces(database, c.get('viewer'), rule, limit)
      const links = spaces.map(({ key, name }) =>
        listed(name, `${publicUrl()}/wiki/spaces/${key}/llms.txt`),
      )
      const about = 'A wiki. Each space lists its pages, each page is there as Markdown.'
      return answer(c, ['# Markport', `> ${about}`, '## Spaces', links.join('\n')])
    },
    'GET /wiki/spaces/:key/llms.txt': async (c) => {
      const space = await findSpace(database, c.req.param('key'))
      const rule = readersOf(c, readers)
      if (space === undefined || !(await mayRead(database, c.get('viewer'), rule, space.id))) {
        return showNotFound(c, dependencies.show)
      }
      const { key, name, homepageId } = space
      const place = { spaceId: space.id, homepageId }
      const { pages, isCut } = await readOutline(database, place, maxPages)
      const pageLink = (id: string, title: string): string =>
        listed(title, `${publicUrl()}${pagePath(key, id)}.md`)
      const links = [
        pageLink(homepageId, name),
        ...pages.map(({ id, title, depth }) => '  '.repeat(depth + 1) + pageLink(id, title)),
      ]
      const children = `${publicUrl()}/wiki/spaces/${key}/children/${homepageId}`
      const more = isCut
        ? ['## Optional', listed(`More than ${maxPages} pages: the list in parts`, children)]
        : []
      const about = `The pages of the space ${key}, in the order of its tree.`
      return answer(c, [`# ${inLine(name)}`, `> ${about}`, '## Pages', links.join('\n'), ...more])
    },
  }
}

function answer(c: WebContext, parts: readonly string[]): Response {
  return answerTagged(c, `${parts.filter((part) => part !== '').join('\n\n')}\n`, {
    'Content-Type': 'text/plain; charset=UTF-8',
    ...readingHeaders(c),
  })
}

function listed(text: string, address: string): string {
  return `- [${inLine(text)}](${address})`
}

/** Names are words here, whatever signs they hold. */
function inLine(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/g, '\\$&').replace(/\s+/g, ' ')
}
