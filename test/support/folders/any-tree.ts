/** Random trees that mix the names, front matter, navigation, links and syntax of all generators. @module */
import assert from 'node:assert/strict'
import { seededRandom } from '../base/seeded-random.ts'
import { syntaxOfDialects } from '../conversion/documents-of-code.ts'
import { listed } from '../samples/listed.ts'
import { type DocsFiles, type DocsImport, docsFolder, importDocs } from './docs-folder.ts'
import { startMemoryService } from './memory-service.ts'

const folderNames = ['a', 'a', 'b', '01-c', 'Ünï code', '_d', 'docs', 'a.md', '10 z', 'static']
const fileNames = [
  ...listed(
    'README¦index¦_index¦a¦b¦a b¦01-a¦2.1-b¦é¦e\u0301¦_part¦SUMMARY¦Overview¦日本¦#x¦a%20b¦con¦-',
  ),
  'x'.repeat(120),
]
const endings = ['.md', '.md', '.md', '.mdx', '.markdown', '.MD', '.txt', '.png']
const titles = [
  'Overview',
  'Overview',
  'A',
  'a',
  ':tada: T',
  '*x*',
  'x'.repeat(300),
  ' ',
  '"',
  '日',
]
const fields = listed(
  'title: Overview¦title: "A¦title: [x]¦parent: a¦parent: ../README.md¦parent: b¦nav_order: 2',
  'weight: 10¦sidebar_position: 1.5¦sidebar_label: @x¦labels: [a b, c]¦draft: true',
  'markport: false¦- x¦aliases: [/x, y]¦slug: /a¦\ttab: 1¦order: .nan¦linkTitle: A',
  'grand_parent: A¦labels: {a: 1}¦<<: *no¦description: words',
)
const parts = [
  ...syntaxOfDialects,
  ...listed(
    'words¦## Part¦### Part {#p}¦[x](a.md)¦[x](../b/)¦[x](/docs/a#part)¦![i](i.png)¦![[b]]',
    '{{#include a.md}}¦--8<-- "b.md"¦import X from \'../b.mdx\'¦<X />¦[x]: a.md¦[x]',
    '<a href="a.md">x</a>¦<img src="i.png">',
  ),
]
const navigation = listed(
  '- [A](a.md)¦  - [B](b/README.md)¦* [C]()¦# Part¦---¦- a.md¦- Title: a/b.md¦- Section:',
  '  - index.md¦- ...¦- https://x.org¦nav:¦title: X¦order: desc¦- name: A¦  href: a.md¦  items:',
  '{"label": "L", "position": 3}¦- "a¦- [¦: :',
)
const special = listed(
  'mkdocs.yml¦.pages¦SUMMARY.md¦_category_.json¦toc.yml¦hugo.toml¦book.toml¦_sidebar.md',
  'meta.json¦_config.yml¦docfx.json¦.nav.yml¦docusaurus.config.js',
)

export function anyTree(seed: number): DocsFiles {
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const some = (most: number): number[] => [...Array(Math.floor(random() * (most + 1))).keys()]
  const lines = (list: readonly string[], most: number): string[] =>
    some(most).map(() => pick(list))
  const folder = (): string =>
    lines(folderNames, 3)
      .map((name) => `${name}/`)
      .join('')
  const text = (): string => {
    const front = random() < 0.5 ? ['---', ...lines(fields, 4), '---'] : []
    const heading = random() < 0.6 ? [`# ${pick(titles)}`, ''] : []
    const body = lines(parts, 14).flatMap((part) => (random() < 0.5 ? [part, ''] : [part]))
    return [...front, ...heading, ...body].join(random() < 0.1 ? '\r\n' : '\n')
  }
  const files = new Map<string, string>()
  const add = (path: string, content: string): void => {
    const paths = [...files.keys()]
    // A file and a folder cannot have the same name.
    const isFree = paths.every((one) => !one.startsWith(`${path}/`) && !path.startsWith(`${one}/`))
    if (isFree) files.set(path, content)
  }
  for (const _ of some(24)) add(folder() + pick(fileNames) + pick(endings), text())
  for (const _ of some(3)) {
    add((random() < 0.6 ? '' : folder()) + pick(special), lines(navigation, 8).join('\n'))
  }
  return Object.fromEntries(files)
}

export async function checkAnyTree(
  seed: number,
  { reserves }: { reserves: boolean },
): Promise<void> {
  const folder = docsFolder(anyTree(seed))
  const service = await startMemoryService({ reserves })
  const place = {
    endpoint: service.endpoint,
    token: 't',
    space: { key: 'S', homepageId: '1' } as never,
  }
  try {
    const foretold = await importDocs(place, folder, { dryRun: true })
    assert.equal(service.pages.size, 0)
    const first = await importDocs(place, folder)
    assert.deepEqual(told(first), told(foretold))
    const { counts, stoppedBy } = first.report
    if (!stoppedBy?.startsWith('There is nothing to import')) assert.equal(stoppedBy, undefined)
    assert.equal(counts['not-sent'], 0)
    for (const { file, outcome, message } of Object.values(first.pages)) {
      const isOwn = outcome !== 'failed' || /levels/.test(message ?? '')
      assert.ok(isOwn, `${file}: ${message}`)
    }
    const places = [...service.pages.values()].map(({ parentId, title }) => `${parentId} ${title}`)
    assert.equal(new Set(places).size, places.length)
    const before = [...service.pages.values()].map(({ version }) => version)
    const second = await importDocs(place, folder)
    assert.equal(second.report.counts.created, 0)
    assert.deepEqual(
      [...service.pages.values()].map(({ version }) => version),
      before,
    )
    const third = await importDocs(place, folder, { resend: true })
    assert.equal(third.report.counts.created, 0)
    assert.deepEqual(
      [...service.pages.values()].map(({ version }) => version),
      before,
    )
  } finally {
    folder.remove()
    await service.stop()
  }
}

function told({ events }: DocsImport): string[] {
  const last = new Map<string, string>()
  const lines: string[] = []
  for (const event of events) {
    if (event.type === 'page') {
      const { file, title, depth, outcome, message } = event
      last.set(file, JSON.stringify({ file, title, depth, outcome, message }))
    } else if (event.type === 'warning') lines.push(JSON.stringify(event))
  }
  return [...lines, ...last.values()].sort()
}
