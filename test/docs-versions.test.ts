/** Docusaurus keeps several versions of its docs in one tree: one of them is read, and the others are told of. @module */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { planFolder } from '../src/folder/plan/plan-folder.ts'
import { docsFolder } from './support/folders/docs-folder.ts'

const files = {
  'website/docusaurus.config.js': 'module.exports = {}',
  'website/sidebars.js': "module.exports = { a: ['intro', 'next'] }",
  'website/docs/intro.md': '# Intro of now\n\n[next](/docs/next)\n',
  'website/docs/next.md': '# Next\n\nWords.\n',
  'website/versions.json': '["10.0", "9.0"]',
  'website/versioned_docs/version-10.0/intro.md': '# Intro of ten\n\nWords.\n',
  'website/versioned_docs/version-10.0/deep/b.md': '# B of ten\n\nWords.\n',
  'website/versioned_docs/version-9.0/intro.md': '# Intro of nine\n\nWords.\n',
  'website/versioned_docs/version-9.0/end.md': '# End of nine\n\nWords.\n',
  'website/versioned_sidebars/version-9.0-sidebars.json': '{ "a": ["intro", "end"] }',
  'website/src/pages/about.md': '# About\n\nWords.\n',
}
const folder = docsFolder(files)
after(() => folder.remove())

async function plan(docsVersion?: string, part = '') {
  const version = docsVersion === undefined ? {} : { docsVersion }
  const source = { paths: [join(folder.path, part)], workingFolder: folder.path, ...version }
  const { tree, notices, emptiness } = await planFolder(source)
  const pages = tree.nodes.filter(({ file }) => file !== undefined)
  return {
    titles: pages.map(({ title }) => title),
    notices: notices.map(({ notice }) => notice.message).filter((one) => one.includes('version')),
    emptiness,
  }
}

const leftOut = (version: string): string =>
  `The version ${version} of the docs was left out; --docs-version chooses another one.`

test('the current version is read where nobody says another', async () => {
  for (const one of [await plan(), await plan('current'), await plan(undefined, 'website')]) {
    assert.deepEqual(one.titles.toSorted(), ['About', 'Intro of now', 'Next'])
    assert.deepEqual(one.notices.toSorted(), [leftOut('10.0 (2)'), leftOut('9.0 (2)')])
  }
})

test('another is read by its name, in the order of its own sidebar', async () => {
  const nine = await plan('9.0')
  assert.deepEqual(nine.titles.toSorted(), ['About', 'End of nine', 'Intro of nine'])
  const [intro, end] = ['Intro of nine', 'End of nine'].map((title) => nine.titles.indexOf(title))
  assert.ok((intro as number) < (end as number), nine.titles.join())
  assert.deepEqual(nine.notices.toSorted(), [leftOut('10.0 (2)'), leftOut('current (2)')])
})

test('the folder of one is read whole', async () => {
  const ten = await plan(undefined, 'website/versioned_docs/version-10.0')
  assert.deepEqual([ten.titles.toSorted(), ten.notices], [['B of ten', 'Intro of ten'], []])
})

test('the newest is read where there is no current one', async () => {
  const old = docsFolder(
    Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('website/docs/'))),
  )
  const { tree } = await planFolder({ paths: [old.path], workingFolder: old.path })
  old.remove()
  const titles = tree.nodes.flatMap(({ file, title }) => (file === undefined ? [] : [title]))
  assert.deepEqual(titles.toSorted(), ['About', 'B of ten', 'Intro of ten'])
})

test('one that is not there ends the run, which says which are', async () => {
  assert.equal(
    (await plan('8.0')).emptiness,
    'There is no version "8.0" of the docs in this tree: it has current, 10.0, 9.0.',
  )
  assert.match((await plan('8.0', 'website/docs')).emptiness ?? '', /: it holds one only\.$/)
})
