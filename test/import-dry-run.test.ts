/** Dry runs beside the runs that follow: they tell the same, file by file and warning by warning. @module */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type DocsFiles,
  type DocsImport,
  docsFolder,
  importDocs,
} from './support/folders/docs-folder.ts'
import { type FolderWiki, folderWikis, startFolderWiki } from './support/folders/folder-wiki.ts'
import { startOlderService } from './support/network/scripted-service.ts'

/** Refused for its size. */
const long = 'words '.repeat(1_000)
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const files: DocsFiles = {
  'README.md':
    '# Start\n\n[c](x/y/c.md#none) [deep](x/y/deep.md) [ok](x/y/c.md#part) [no](no.md)\n',
  'x/y/deep.md': `# Deep\n\n${long}`,
  'x/y/c.md': '# C\n\n<!-- c -->\n\n[up](../../README.md) [b](big.md) ![i](none.png)\n\n## Part\n',
  'x/y/big.md': `# Big\n\n${long}`,
  'x/y/image.md': '# Image\n\n![i](big.gif)\n',
  'x/y/big.gif': Buffer.concat([pixel, Buffer.alloc(40_000)]),
  'x/y/z/README.md': `# Z\n\n${long}`,
  'x/y/z/below.md': '# Below\n\n[z](README.md)\n',
  'x/y/html.md': '# Html\n\n<blink>x</blink> [deep](deep.md) [below](z/below.md)\n',
  'x/y/labels.md': '---\nlabels: ["a b"]\n---\n# Labels\n\n<!-- c -->\n',
}
/** Reading this file starts a process and does not depend on the wiki, so only one wiki's tests import it. */
const nested: DocsFiles = { 'x/y/deep.md': `# Deep\n\n${'> '.repeat(95)}x\n` }
const limits = { maxBodyBytes: 30_000, maxMarkdownBytes: 5_000 }

function told({ events }: DocsImport): string[] {
  const last = new Map<string, string>()
  const lines: string[] = []
  for (const event of events) {
    if (event.type === 'page') {
      const { file, title, depth, index, outcome, message, key } = event
      last.set(file, JSON.stringify({ file, title, depth, index, outcome, message, key }))
    } else if (event.type === 'warning') lines.push(JSON.stringify(event))
    else if (event.type === 'summary') {
      const { counts, warnings, warningsByCode } = event
      const codes = Object.entries(warningsByCode).sort()
      lines.push(JSON.stringify({ counts, warnings, codes }))
    }
  }
  return [...lines, ...last.values()].sort()
}

const wikis: FolderWiki[] = []
before(async () => {
  for (const { kind } of folderWikis) wikis.push(await startFolderWiki(kind))
})
after(async () => {
  for (const wiki of wikis) await wiki.stop()
})

async function placeIn(number: number, key: string) {
  const { addSpace, server } = wikis[number] as FolderWiki
  return { endpoint: server.endpoint, token: server.token, space: await addSpace(key) }
}

/** Older services have neither reservations nor connected spaces. */
const kinds = [
  ...folderWikis.map(({ name }, number) => ({ name, number, isOlder: false })),
  { name: 'a service without reservations', number: 0, isOlder: true },
]

for (const { name, number, isOlder } of kinds) {
  test(`foretells what is done in ${name}, on new trees and on those that are there`, async (t) => {
    const own = await placeIn(number, isOlder ? 'OLDER' : 'NEWER')
    const older = isOlder ? await startOlderService(own.endpoint) : undefined
    const place = { ...own, endpoint: older?.endpoint ?? own.endpoint }
    const folder = docsFolder(name === 'embedded' ? { ...files, ...nested } : files)
    t.after(async () => {
      folder.remove()
      await older?.stop()
    })
    const both = async (): Promise<DocsImport> => {
      const foretold = await importDocs(place, folder, { ...limits, dryRun: true })
      const real = await importDocs(place, folder, limits)
      assert.deepEqual(told(foretold), told(real))
      return real
    }
    const first = await both()
    assert.equal(first.report.counts.failed, 3, JSON.stringify(first.report.counts))
    assert.equal(first.pages['x/y/z/below.md']?.outcome, 'created')
    const codes = Object.keys(first.report.warningsByCode).sort()
    for (const code of [
      'anchor-missing',
      'html-comment-dropped',
      'image-too-large',
      'link-not-imported',
    ]) {
      assert.ok(codes.includes(code), `${code} in ${codes}`)
    }
    if (name === 'embedded') folder.write({ 'x/y/deep.md': files['x/y/deep.md'] as string })
    const second = await both()
    assert.equal(second.report.counts.created + second.report.counts.updated, 0)
    folder.write({
      'x/y/deep.md': '# Deep\n\nmended\n',
      'x/y/c.md': '# C two\n\n[n](new/n.md)\n',
      'x/y/new/n.md': `# N\n\n[c](../c.md)\n\n<!-- n -->\n`,
    })
    await both()
    folder.write({ 'x/y/new/n.md': `# N\n\n${long}` })
    await both()
  })
}

for (const [number, { name }] of folderWikis.entries()) {
  test(`foretells titles that move up, and those that are exchanged (${name})`, async () => {
    const place = await placeIn(number, 'TITLES')
    const folder = docsFolder({
      'a.md': '# Part 1\n\na [b](b.md)\n',
      'b.md': '# Part 2\n\nb [a](a.md)\n',
      'c.md': '# Other\n\nc [a](a.md)\n',
      'd.md': '# Third\n\nd [c](c.md)\n',
    })
    await importDocs(place, folder)
    folder.write({ 'a.md': '# Part 2\n\na [b](b.md)\n', 'b.md': '# Part 3\n\nb [a](a.md)\n' })
    for (const isExchange of [false, true]) {
      if (isExchange) folder.write({ 'c.md': '# Third\n\nc\n', 'd.md': '# Other\n\nd\n' })
      const foretold = await importDocs(place, folder, { dryRun: true })
      const real = await importDocs(place, folder)
      const { updated, unchanged } = real.report.counts
      assert.deepEqual(told(foretold), told(real))
      assert.deepEqual([updated, unchanged], [2, 2])
      assert.deepEqual([real.warnings, real.report.withoutFile], [[], []])
    }
  })
}
