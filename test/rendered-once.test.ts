/** A version is rendered once, however many read it, and from then on reading it is a read. @module */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { readerOfAll } from '../src/accounts/reader.ts'
import { type DocumentViews, documentViews } from '../src/server/reader/document-views.ts'
import type { CostlyWork } from '../src/server/service/compose.ts'
import { sql } from '../src/store/sql.ts'
import { findPageHere } from '../src/wiki/pages/find-page.ts'
import type { PageWithBody } from '../src/wiki/pages/page.ts'
import { freshServer } from './support/service/fresh-server.ts'
import { testWorkers } from './support/service/test-workers.ts'
import { forEachEngine } from './support/store/test-engines.ts'

forEachEngine((_, engine) => {
  describe('a version', () => {
    const server = freshServer(engine)
    let page: PageWithBody
    let renderings = 0
    const workers: Pick<CostlyWork, 'viewDocument'> = {
      viewDocument(adf) {
        renderings += 1
        return testWorkers().viewDocument(adf)
      },
    }
    let now = Date.now()
    const newViews = (maxBytes?: number): DocumentViews =>
      documentViews(server.database, workers, () => new Date(now), maxBytes)
    const keptPages = async (): Promise<number> =>
      (await server.database.read(sql`select page_id from rendered_versions`)).length
    const untilKept = async (count: number): Promise<void> => {
      while ((await keptPages()) !== count) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const save = async (title: string): Promise<PageWithBody> => {
      const { json } = await server.post({
        pageTitle: title,
        content: `# ${title}\n\n## Part\n\ntext`,
        removeTitleHeading: false,
      })
      return (await findPageHere(readerOfAll(server.database), json.page.id)) as PageWithBody
    }

    before(async () => {
      page = await save('Read by many')
    })

    test('is rendered once for all who read at the same moment', async () => {
      const views = newViews()
      const all = await Promise.all(
        Array.from({ length: 50 }, () => views.view(page, async () => page.adf)),
      )
      assert.equal(renderings, 1)
      assert.equal(new Set(all.map(({ html }) => html)).size, 1)
      assert.match(all[0]?.html ?? '', /<h1 id="h-read-by-many"/)
      await untilKept(1)
    })

    test('is read from the store afterwards, by other processes as well', async () => {
      const view = await newViews().view(page, () => Promise.reject(new Error('read again')))
      assert.equal(renderings, 1)
      assert.deepEqual(
        view.outline.map(({ text }) => text),
        ['Read by many', 'Part'],
      )
    })

    test('goes when too much is kept, the oldest first, and can be read all the same', async () => {
      const views = newViews(1_000)
      const kept: number[] = []
      for (let index = 0; index < 8; index += 1) {
        now += 1_000
        const next = await save(`Kept ${index}`)
        await views.view(next, async () => next.adf)
        kept.push(await keptPages())
      }
      assert.ok(Math.max(...kept) < 9, kept.join(' '))
      assert.match((await newViews().view(page, async () => page.adf)).html, /Read by many/)
    })
  })
})
