/** Random spaces of pages. Their exports change nothing when imported again, and fill an empty space alike. @module */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readerOfAll } from '../../../src/accounts/reader.ts'
import { writeFolder } from '../../../src/cli/space/space.ts'
import { linkedFileUrl } from '../../../src/convert/embedded-images/data-urls.ts'
import {
  type ExportCounts,
  exportEntries,
  noCounts,
} from '../../../src/wiki/export/export-entries.ts'
import { listExportedPages } from '../../../src/wiki/export/exported-pages.ts'
import { writePageText } from '../../../src/wiki/export/page-text.ts'
import type { Space } from '../../../src/wiki/import/target-wiki.ts'
import { seededRandom } from '../base/seeded-random.ts'
import { temporaryFolder } from '../base/temporary-folder.ts'
import { gif, png } from '../samples/images.ts'
import { listed } from '../samples/listed.ts'
import type { TestServer } from '../service/test-server.ts'
import { type DocsImport, importDocs } from './docs-folder.ts'

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g/><script/></svg>')
const images = [png, gif, svg].map((bytes) => `data:;base64,${bytes.toString('base64')}`)
const fileNames = listed('plan.pdf¦a b.md¦aux¦ö~ü.txt¦日本.bin¦x:y?.sh¦.hidden¦e\u0301.c')
const files = fileNames.map((name, index) => linkedFileUrl(name, Buffer.from(`file ${index % 3}`)))

const titles = [
  ...listed(
    'Overview¦overview¦README¦Index¦CON¦attachments¦SUMMARY¦toc¦../..¦a/b¦..¦.git¦  a  b¦null',
    'true¦1.10¦01-intro¦"¦\'¦#¦日本語¦a: b¦[x]¦{x}¦---¦\u00a0x¦e\u0301¦\u202etxt¦a\u00adb¦😀¦ẞ¦SS',
  ),
  ...['x'.repeat(255), 'ﷺ'.repeat(120), 'ي'.repeat(90), '!', '?', 'Notes (old)', '\\', '%2e%2e'],
]
const parts = [
  ...listed(
    '---\ntitle: other\nlabels: [z]\nmarkport: false\n---¦+++\na = 1\n+++',
    '<!-- Title: X -->¦[x](LINK)¦[x](<LINK>)¦[x](LINK "T")¦[x](LINK#h-part)¦[x](LINK?x=1)',
    '<LINK>¦[x]: LINK#a¦[x]¦[x][y]¦[y]: IMAGE¦![i][y]¦![i](IMAGE)¦![i](IMAGE =30x20)',
    '[![i](IMAGE)](IMAGE)¦[![i](IMAGE)](LINK)¦[![i](a.png)](a.png)¦[f](FILE)¦[f][g]',
    '[g]: FILE¦<img src="IMAGE">¦<a href="LINK">x</a>¦<a href=LINK>x</a>',
    '<a href="FILE">f</a>¦[x](overview.md)¦[x](./index.md)¦[x](././index.md)¦[x](../a.md)',
    '[x](/overview.md)¦[x](?a)¦[x](#part)¦[x](attachments/x.png)¦![i](missing.png)',
    '[x](\\./a.md)¦[x](&#46;/a.md)¦<a href=" a.md ">x</a>¦[x](mailto:a@b.c)¦[x](//a/b)',
    '| [a](LINK) |\n|-|',
  ),
  ...listed('words¦# TITLE¦# TITLE\n\n# TITLE¦## Part¦TITLE\n===¦---¦```md\n[x](LINK)\n```'),
  `[x](attachment:${'0'.repeat(64)})`,
  `![x](attachment:${'0'.repeat(64)})`,
  ...listed(
    '{{< note >}}¦{% hint %}¦:::note\n[x](LINK)\n:::¦!!! note\n    [x](LINK)¦> [x](LINK)',
    '- [x](LINK)¦    [x](LINK)¦`[x](LINK)`¦[`](LINK)`¦[[a]]¦$a$ ![i](IMAGE)¦[TOC]',
    'https://example.org/wiki/spaces/DOCS/pages/1',
    '[x](https://example.org/wiki/spaces/DOCS/pages/1)¦\u2028¦\ufeff¦:smile:¦[x](LINK',
    '[x](foo (1).md)¦[x](foo%20bar.md)¦\\[x](LINK)',
  ),
]
const ends = ['', '\n', '\r\n', '\n\n\n', ' ']

interface AnyPage {
  readonly fields: Readonly<Record<string, unknown>> & { readonly pageTitle: string }
  readonly content: (linkTo: () => string) => string
  readonly parent: number | undefined
}

function anyPages(random: () => number, count: number): AnyPage[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const parent = random() < 0.4 ? undefined : Math.floor(random() * index) || undefined
    let pageTitle = pick(titles).trim()
    const keyOf = (title: string): string => `${parent} ${title.normalize('NFC')}`
    while (taken.has(keyOf(pageTitle))) pageTitle = `${pick(titles)} ${index}`.slice(-255).trim()
    taken.add(keyOf(pageTitle))
    const written = Array.from({ length: Math.floor(random() * 9) }, () => pick(parts))
    const breaks = written.map(() => pick(['\n\n', '\n\n', '\n', '\r\n\r\n']))
    const text = written.map((part, at) => part + breaks[at]).join('') + pick(ends)
    return {
      parent,
      fields: {
        pageTitle,
        ...(random() < 0.3 && {
          labels: pick([['a'], ['b-c', 'ü', '1'], ['null', 'x/y_z', 'c+']]),
        }),
        ...(random() < 0.4 && { position: Math.floor(random() * 4) * 7 }),
        ...(random() < 0.2 && { navigationTitle: pick(titles).trim() }),
        ...(random() < 0.4 && { removeTitleHeading: false }),
      },
      content(linkTo) {
        const filled = text
          .replaceAll('TITLE', pageTitle)
          .replace(/IMAGE/g, () => pick(images))
          .replace(/FILE/g, () => pick(files))
          .replace(/LINK/g, linkTo)
        return filled.trim() === '' ? 'x' : filled
      },
    }
  })
}

interface FillOptions {
  readonly count: number
  readonly hasHomepage: boolean
}

export async function fillAnySpace(
  server: TestServer,
  space: Space,
  random: () => number,
  { count, hasHomepage }: FillOptions,
): Promise<void> {
  const base = { spaceId: space.key, overwrite: true }
  const send = async (fields: object): Promise<string> => {
    const { status, json } = await server.post({ ...base, ...fields })
    assert.ok(status < 300, json.body)
    return json.page.id
  }
  const ids: string[] = []
  const pages = anyPages(random, count)
  const place = ({ parent }: AnyPage): object => ({
    parentId: (parent === undefined ? undefined : ids[parent]) ?? space.homepageId,
  })
  for (const page of pages)
    ids.push(await send({ ...page.fields, ...place(page), content: 'soon' }))
  const linkTo = (): string => {
    const id = random() < 0.9 ? ids[Math.floor(random() * ids.length)] : space.homepageId
    const kept = `spaces/${space.key}/pages/${id}`
    return random() < 0.8 ? kept : `${server.url}/wiki/${kept}`
  }
  for (const [index, page] of pages.entries()) {
    const named = { ...page.fields, ...place(page), pageId: ids[index] }
    await send({ ...named, content: page.content(linkTo) })
  }
  if (!hasHomepage) return
  const { homepageId } = space
  const named = { pageId: homepageId, parentId: homepageId, pageTitle: 'Home, sweet' }
  await send({ ...named, content: `# Home, sweet\n\n[x](${linkTo()})\n`, labels: ['home'] })
}

export interface Exported {
  readonly path: string
  readonly counts: ExportCounts
  readonly files: Readonly<Record<string, string>>
}

export async function exportSpace(server: TestServer, space: Space): Promise<Exported> {
  const path = temporaryFolder()
  const counts = noCounts()
  const { database, url } = server
  const reader = readerOfAll(database)
  const pages = await listExportedPages(reader, space)
  const work = {
    reader,
    origin: new URL(url).origin,
    writePage: async (...page: Parameters<typeof writePageText>) => writePageText(...page),
  }
  await writeFolder(path, exportEntries(space, pages, work, counts))
  return { path, counts, files: filesIn(path) }
}

export function filesIn(path: string): Record<string, string> {
  const found = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files.map((file) => [file.slice(path.length + 1), readFileSync(file, 'latin1')]),
  )
}

export function importExport(
  server: TestServer,
  space: Space,
  { path }: Pick<Exported, 'path'>,
): Promise<DocsImport> {
  return importDocs({ ...server, space }, { path }, { frontPage: 'auto' })
}

export async function checkExport(server: TestServer, space: Space, other: Space): Promise<void> {
  const first = await exportSpace(server, space)
  const again = await importExport(server, space, first)
  const outcomes = Object.values(again.pages).map(({ file, outcome, message }) => ({
    file,
    outcome,
    message,
  }))
  assert.deepEqual(
    outcomes.filter(
      ({ file, outcome }) => outcome !== 'unchanged' && !first.counts.warnings.has(file),
    ),
    [],
  )
  assert.equal(outcomes.length, first.counts.pages)
  const { report } = await importExport(server, other, first)
  assert.equal(report.counts.failed + report.counts['not-sent'], 0)
  const second = await exportSpace(server, other)
  const { 'markport.json': mark = '', 'warnings.txt': _, ...files } = first.files
  const { 'markport.json': otherMark = '', ...otherFiles } = second.files
  assert.deepEqual(Object.keys(otherFiles).sort(), Object.keys(files).sort())
  assert.deepEqual(otherFiles, files)
  assert.deepEqual(mark.replace(space.key, other.key), otherMark)
}

export async function checkAnySpace(server: TestServer, seed: number): Promise<void> {
  const random = seededRandom(seed)
  const key = `S${seed}`
  const [space, other] = [await server.createSpace(key), await server.createSpace(`${key}T`)]
  await fillAnySpace(server, space, random, { count: 14, hasHomepage: random() < 0.5 })
  await checkExport(server, space, other)
}
