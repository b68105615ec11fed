/** SQLite's search: the words of its index by their first letters. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/base/seeded-random.ts'
import { openTestDatabase } from '../../../test/support/store/shared-writer.ts'
import { runScript } from '../../../test/support/store/store-contents.ts'
import { sqliteSearch } from './sqlite-search.ts'

test('every word of the index that begins so is found, in order, and no other', async (t) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'markport-words-'))
  const database = await openTestDatabase({ dataDirectory })
  t.after(async () => {
    await database.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  })
  const random = seededRandom(3)
  const letters = ['a', 'b', 'z', '0', 'é', 'ß', 'д', '字', '𐐨', '\u{10fffd}']
  const someOf = (most: number): string =>
    Array.from(
      { length: 1 + Math.floor(random() * most) },
      () => letters[Math.floor(random() * letters.length)],
    ).join('')
  const all = Array.from({ length: 600 }, () => someOf(5))
  for (let page = 1; page <= 6; page += 1) {
    const [title, ...body] = all.slice((page - 1) * 100, page * 100)
    await runScript(
      { dataDirectory },
      `insert into page_words (rowid, space, title, body)
        values (${page}, '§s1', '${title}', '${body.join(' ')}')`,
    )
  }
  const { wordsBegunBy } = sqliteSearch
  assert.ok(wordsBegunBy)
  const begunBy = async (text: string, limit: number): Promise<string[]> =>
    (await database.read<{ word: string }>(wordsBegunBy(text, limit))).map(({ word }) => word)
  const inOrder = [...new Set(all)].sort((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  )
  let found = 0
  for (let run = 0; run < 300; run += 1) {
    const text = someOf(3)
    const expected = inOrder.filter((word) => word.startsWith(text))
    assert.deepEqual(await begunBy(text, 1_000), expected, text)
    assert.deepEqual(await begunBy(text, 3), expected.slice(0, 3), text)
    found += expected.length
  }
  assert.ok(found > 300)
})
