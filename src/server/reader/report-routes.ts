/** The form where a reader reports a problem of a page. @module */
import { html } from 'hono/html'
import { parseId } from '../../store/ids.ts'
import { pagePath } from '../../wiki/import/target-wiki.ts'
import { type CurrentPage, findCurrentPage } from '../../wiki/pages/current-page.ts'
import { insertReport, maxReportLength, readReportText } from '../../wiki/store/page-reports.ts'
import type { PageChangeDependencies } from '../../wiki/store/trash-page.ts'
import { fieldText } from '../web/components/form-fields.ts'
import { pagesFor } from '../web/components/page-schemes.ts'
import type { Pages } from '../web/pages.ts'
import { readerOf } from '../web/session/reading-rule.ts'
import { viewerOf } from '../web/web-scope.ts'
import { readAdf } from './reader-page.ts'
import type { ReaderDependencies } from './reader-scope.ts'

type Dependencies = ReaderDependencies & PageChangeDependencies

export const reportFormPages: Pages<Dependencies> = pagesFor<Dependencies>(
  'users',
).form<CurrentPage>({
  path: '/wiki/spaces/:key/report/:id',
  /** Not found where problems are reported elsewhere, and for pages in Confluence. */
  async find(c, dependencies) {
    const page = await findCurrentPage(readerOf(c, dependencies), c.req.param('id') ?? '')
    const isHere = dependencies.reportUrl === undefined && page?.connection === undefined
    return isHere ? page : undefined
  },
  async view(page, dependencies, c, { form }) {
    const adf = () => readAdf(readerOf(c, dependencies), page)
    const { outline } = await dependencies.views.view(page, adf)
    const sections = outline.map(({ text }) => [text, text] as const)
    return {
      title: `Report a problem of “${page.title}”`,
      ways: [
        { path: `/wiki/spaces/${page.spaceKey}`, label: page.spaceName },
        { path: pagePath(page.spaceKey, page.id), label: page.title },
      ],
      isBroad: true,
      fields: [
        {
          name: 'message',
          label: 'What is wrong?',
          hint: `In a sentence or two, at most ${maxReportLength} characters. Those who write the page see it, with your name.`,
          isLong: true,
          isRequired: true,
          maxLength: maxReportLength,
        },
        { name: 'section', label: 'Where?', choices: [['', 'The whole page'], ...sections] },
        html`<input type="hidden" name="version" value="${form.get('version') ?? c.req.query('version')}">`,
      ],
      button: 'Report',
    }
  },
  async submit(page, { database, ids, clock }, c) {
    const form = c.get('form')
    await database.write(insertReport, {
      id: await ids.nextId(),
      spaceId: Number(page.spaceId),
      pageId: Number(page.id),
      // A reader may have seen an older version than the present one.
      version: Math.min(parseId(fieldText(form, 'version')) ?? Infinity, page.version.number),
      section: readReportText(form, 'section'),
      message: readReportText(form, 'message'),
      userId: viewerOf(c).userId,
      now: clock().getTime(),
    })
    return `${pagePath(page.spaceKey, page.id)}?done=reported`
  },
})
