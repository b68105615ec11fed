/** The search for costly texts comes to every file that reads texts or documents. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FamilyReader } from './support/family-search/family-reader.ts'

const source = new URL('../src/', import.meta.url)
/** What stands there reads what others wrote. */
const readingFolders = [
  ...['adf', 'convert', 'render', 'dialects', 'confluence/body', 'confluence/storage', 'compare'],
  ...['confluence/document', 'folder-import/content', 'folder-import/documents'],
  ...['folder-import/navigation', 'folder-import/plan', 'database/search'],
]
/** What is no reader, or is read elsewhere. */
const others: Readonly<Record<string, string>> = {
  'confluence/body/body-work.ts': 'carries bodies to workers',
  'confluence/body/page-body.ts': 'types, and the names of policies',
  'database/search/postgres-search.ts': 'statements',
  'database/search/search-index.ts': 'types, and the numbers of tiers',
  'database/search/sqlite-search.ts': 'statements',
  'folder-import/documents/parser-process.ts': 'the process that parses front matter',
  'folder-import/documents/read-markdown.ts': 'reads a file',
  'folder-import/plan/plan-folder.ts': 'lists the files of a folder',
}

/** Files of which something ran. */
let reached: ReadonlySet<string>

before(async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  // What runs as a file is loaded counts as well, so that tables need no reader of their own.
  const { readers } = await import('./support/family-search/readers.ts')
  for (const reader of Object.values(readers)) await readTokens(reader)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const ran = result.filter(({ url, functions: [file, ...others] }) => {
    const hasRun = ({ ranges }: { ranges: readonly { count: number }[] }): boolean =>
      (ranges[0]?.count ?? 0) > 0
    return url.startsWith(source.href) && file && (others.length === 0 || others.some(hasRun))
  })
  reached = new Set(ran.map(({ url }) => url.slice(source.href.length)))
})

/** What is longer is a construct by itself. */
const longestWord = 15

async function readTokens({ tokens, prepare, read }: FamilyReader): Promise<void> {
  const examples = tokens.filter(({ length }) => length > longestWord)
  for (const text of [...examples, tokens.join(''), tokens.join('\n\n')]) {
    await read(prepare?.(text) ?? text)
  }
}

test('each file that reads texts is reached by a reader of the search', () => {
  const files = readingFolders.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: fileURLToPath(source) }),
  )
  const missed = files.filter(
    (file) => !file.endsWith('.test.ts') && !reached.has(file) && hasCode(file),
  )
  assert.deepEqual(missed.sort(), Object.keys(others).sort())
})

/** Where each line is tried, what takes line ends as well goes over all below again and again. */
const lineEndsAtLineStart = /\^(?:\(\?:)?(?:\\s|\[[^\]^]*\\s[^\]]*\])[*+].*\/[dgisu]*m[dgisu]*\b/

test('no pattern that is tried at each line takes the ends of lines first', () => {
  assert.match(String(/^\s*#/gm), lineEndsAtLineStart)
  assert.match(String(/^(?:[>\s]+#)/m), lineEndsAtLineStart)
  assert.doesNotMatch(String(/^[^\s]+#/m), lineEndsAtLineStart)
  const files = globSync('**/*.ts', { cwd: fileURLToPath(source) })
  const found = files.flatMap((file) => {
    const lines = readFileSync(new URL(file, source), 'utf8').split('\n')
    return lines.filter((line) => lineEndsAtLineStart.test(line)).map((line) => `${file}: ${line}`)
  })
  assert.deepEqual(found, [])
})

/** Types alone leave nothing to run. */
function hasCode(file: string): boolean {
  return /^(?:export )?(?:async )?(?:function|const|class) /m.test(
    readFileSync(new URL(file, source), 'utf8'),
  )
}
