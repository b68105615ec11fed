import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { placeFinder } from './place-comments.ts'

/** Find the place of a word's last occurrence in the old text. */
function placeOfLast(word: string, oldText: string, newText: string): number {
  const start = oldText.lastIndexOf(word)
  return placeFinder(oldText, newText)(start, start + word.length)
}

describe('a range of a text', () => {
  test('stays in an unchanged line, however often its words stand there', () => {
    const row = '0, '.repeat(300)
    assert.equal(placeFinder(row, row)(450, 451), 450)
    const page = `${'a '.repeat(20_000)}\nThe last line has a word.`
    assert.equal(placeOfLast('a', page, page), page.lastIndexOf('a'))
    const changed = `Changed ${'a '.repeat(20_000)}\na a a`
    const next = changed.replace('Changed', 'Once more changed')
    assert.equal(placeOfLast('a', changed, next), next.length - 1)
  })

  test('stays in an unchanged line when much was searched for others', () => {
    const line = `${'alpha beta a '.repeat(10)}\n`
    const [oldText, newText] = [`Old\n${line.repeat(4_000)}`, `New\n${line.repeat(4_000)}`]
    const find = placeFinder(oldText, newText)
    for (let line = 0; line < 4_000; line += 2) {
      const start = 4 + 131 * line
      assert.equal(find(start, start + 10), start)
    }
  })

  test('ends with a bounded search where long repeated words are searched', () => {
    const half = 'a'.repeat(500_000)
    const find = placeFinder(`${half}b${half}`, `${half}b${half}c`)
    for (let start = 400_000; start < 400_020; start += 1) assert.equal(find(start, 600_000), -1)
  })

  test('is gone where another paragraph took the place of its own, whatever words both share', () => {
    const oldText =
      'Top\nThe service keeps the token in memory and drops it when the user signs out.\nEnd'
    const newText =
      'Top\nBackups run at night: restore one with the command below, then check the user.\nEnd'
    assert.equal(placeOfLast('user', oldText, newText), -1)
  })

  test('follows a short line that changed together with all lines around it', () => {
    const oldText =
      'Install the package from the registry.\nRun the server with its defaults.\nOpen the page that it prints.'
    const newText =
      'Fetch an archive of our newest release.\nRun the server with other defaults.\nSign in as somebody else.'
    assert.equal(placeOfLast('server', oldText, newText), newText.indexOf('server'))
  })
})
