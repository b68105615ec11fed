/** Which files an import takes by patterns, and where their titles are taken from. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFolder, type FolderSource } from '../src/client.ts'
import { globs as globPatterns } from '../src/contract/options/option-values.ts'
import { type DocsFiles, docsFolder } from './support/folders/docs-folder.ts'

async function titlesOf(files: DocsFiles, options: Partial<FolderSource>) {
  const folder = docsFolder(files)
  const titles: Record<string, string> = {}
  const { stoppedBy } = await checkFolder({
    paths: [folder.path],
    workingFolder: folder.path,
    ...options,
    onEvent: (event) => {
      if (event.type === 'page') titles[event.file] = event.title
    },
  })
  return { titles, stoppedBy }
}

const tree = { 'a.md': '# A', 'b.mdx': '# B', 'x/c.md': '# C', 'x/y/d.md': '# D' }
const globs: readonly [glob: string[], files: string[]][] = [
  [[], ['a.md', 'b.mdx', 'x/', 'x/c.md', 'x/y/', 'x/y/d.md']],
  [['*.md'], ['a.md']],
  [['**/*.md'], ['a.md', 'x/', 'x/c.md', 'x/y/', 'x/y/d.md']],
  [['x/*'], ['x/', 'x/c.md']],
  [
    ['x/**', '*.{mdx,markdown}'],
    ['b.mdx', 'x/', 'x/c.md', 'x/y/', 'x/y/d.md'],
  ],
]
for (const [glob, files] of globs) {
  test(`--glob ${glob.join(',')} takes ${files.length} pages`, async () => {
    const { titles } = await titlesOf(tree, { glob })
    assert.deepEqual(Object.keys(titles).sort(), files.sort())
  })
}

test('patterns that match nothing are named', async () => {
  const { stoppedBy } = await titlesOf(tree, { glob: ['none/**'] })
  assert.match(
    stoppedBy ?? '',
    /; \.gitignore, --exclude and --glob left out 4 files and folders\.$/,
  )
})

test('commas part patterns, but for those between braces', () => {
  assert.deepEqual(globPatterns.parse('./a/**, *.{md,mdx},,b'), ['a/**', '*.{md,mdx}', 'b'])
  assert.deepEqual(globPatterns.parse('a},b{c,d'), ['a}', 'b{c,d'])
})
