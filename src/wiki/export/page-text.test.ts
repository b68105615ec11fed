/** The file of an exported page. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownToAdf } from '../../library.ts'
import { writePageText } from './page-text.ts'

test('a page keeps a heading that repeats its title, also behind many warnings', () => {
  const markdown = `# Title\n\n${'<!-- a -->\n\nb\n\n'.repeat(1_000)}`
  const adf = JSON.stringify(markdownToAdf(markdown).adf)
  const page = {
    path: 'title.md',
    title: 'Title',
    navigationTitle: '',
    labels: [],
    position: undefined,
    isHomepage: false,
    paths: {},
    endings: {},
    origin: undefined,
    spaceKey: 'DOCS',
  }
  const { text } = writePageText(page, markdown, adf)
  assert.equal(text.slice(0, text.indexOf('#')), '---\ntitle: Title\nkeepTitleHeading: true\n---\n')
})
