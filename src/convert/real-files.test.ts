/** Documents as people write them: every Markdown file that the installed packages bring. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertSound } from '../../test/support/conversion/conversion-cases.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Long files repeat one kind of content, so their beginning is enough. */
const maxLength = 2_000

test('keeps every Markdown file of the installed packages valid and whole', () => {
  const files = globSync('node_modules/**/*.{md,markdown,MD}', { cwd: root })
  assert.ok(files.length > 100, `${files.length} files`)
  for (const file of files) {
    const markdown = readFileSync(`${root}${file}`, 'utf8').slice(0, maxLength)
    if (markdown.trim() !== '') assertSound(markdown)
  }
})
