/** A small sample of what `npm run search-relevance` measures, over this project's own documentation. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seededRandom } from './support/base/seeded-random.ts'
import {
  ask,
  type FoundPage,
  makeQuestions,
  searchedPages,
  searchOver,
} from './support/relevance/questions.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { forEachEngine } from './support/store/test-engines.ts'

const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const perKind = 8

forEachEngine((_, engine) => {
  test('most questions are answered by the first page, and nearly all among ten', async () => {
    const server = await startFreshServer(engine)
    try {
      await Promise.all(
        globSync('*.md', { cwd: docs }).map(async (name) => {
          const content = readFileSync(`${docs}${name}`, 'utf8')
          const [, title = name] = /^# (.+)$/m.exec(content) ?? []
          const { json } = await server.post({ pageTitle: title, content })
          assert.ok(json.page, json.body)
        }),
      )
      const pages = await searchedPages(server.database)
      const questions = makeQuestions(pages, perKind, seededRandom(7))
      assert.ok(questions.length >= 40, `${questions.length} questions`)
      const { asked, at1, at10, place } = await ask(questions, (words) =>
        searchOver(server.url, words),
      )
      assert.ok(at1 >= asked * 0.85, `${at1} of ${asked} at 1`)
      assert.ok(at10 >= asked * 0.95, `${at10} of ${asked} at 10`)
      assert.ok(place >= asked * 0.7, `${place} of ${asked} at the place`)
      // Control: a meaningless order is caught.
      const byId = async (): Promise<FoundPage[]> => pages.map(({ id }) => ({ id, places: [] }))
      assert.ok((await ask(questions, byId)).at1 < asked * 0.3)
    } finally {
      await server.stop()
    }
  })
})
