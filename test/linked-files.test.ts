/** Files that links lead to travel with their page; unpublished files never do. @module */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { attachmentName } from '../src/confluence/rest-v1.ts'
import { sql } from '../src/store/sql.ts'
import { docsFolder, importDocs } from './support/folders/docs-folder.ts'
import { folderWikis, startFolderWiki } from './support/folders/folder-wiki.ts'
import { startFreshServer } from './support/service/fresh-server.ts'
import { started } from './support/service/started.ts'

const pdf = Buffer.from('%PDF-1.7\nplan')
const drawio = '<mxfile><diagram/></mxfile>'
const digest = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

for (const { name, kind } of folderWikis) {
  describe(name, () => {
    const wiki = started(() => startFolderWiki(kind))

    test('linked files travel with their page, once, and a dry run tells which', async () => {
      const space = await wiki.addSpace('FILES')
      const folder = docsFolder({
        'a.md': '[plan](files/plan%20one.pdf) [again](files/plan%20one.pdf#page=2)\n',
        'b/c.md': '[d](../files/d.drawio) [plan](../files/plan%20one.pdf)\n',
        'files/plan one.pdf': pdf,
        'files/d.drawio': drawio,
      })
      const place = { endpoint: wiki.server.endpoint, token: wiki.server.token, space }
      const foreseen = await importDocs(place, folder, { dryRun: true })
      const { pages, warnings } = await importDocs(place, folder)
      for (const told of [foreseen.pages, pages]) {
        assert.deepEqual(told['a.md']?.files, ['files/plan one.pdf'])
        assert.deepEqual(told['b/c.md']?.files, ['files/d.drawio', 'files/plan one.pdf'])
      }
      assert.deepEqual(warnings, [])
      const { A: page } = await space.pages()
      assert.match(page?.adf ?? '', new RegExp(`/?${digest(pdf)}/plan%20one\\.pdf"`))
      const again = await importDocs(place, folder)
      assert.equal(again.report.counts.unchanged, Object.keys(again.pages).length)
      assert.equal(again.pages['a.md']?.files, undefined)
      folder.write({ 'files/plan one.pdf': `${pdf}, and more` })
      const { pages: changed } = await importDocs(place, folder)
      assert.equal(changed['a.md']?.outcome, 'updated')
    })

    if (kind === undefined) return
    test('the site has each once, under our name and type, and the page links to it', async () => {
      const space = await wiki.addSpace('SITE')
      const folder = docsFolder({
        'a.md': '[plan](plan.pdf), [d](d.drawio)\n',
        'plan.pdf': pdf,
        'd.drawio': drawio,
      })
      const place = { endpoint: wiki.server.endpoint, token: wiki.server.token, space }
      const { pages } = await importDocs(place, folder)
      const id = pages['a.md']?.page?.id ?? ''
      const expected = [
        [attachmentName(digest(pdf), 'application/pdf', 'plan.pdf'), 'application/pdf'],
        [attachmentName(digest(drawio), '', 'd.drawio'), 'application/octet-stream'],
      ].sort()
      const attached = (): string[][] =>
        (space.site?.page(id).attachments ?? []).map((one) => [one.name, one.mediaType]).sort()
      const body = (): string => space.site?.page(id).versions.at(-1)?.body ?? ''
      assert.deepEqual(attached(), expected)
      for (const [one] of expected) {
        assert.ok(body().includes(`/download/attachments/${id}/${one}`), body())
      }
      folder.write({ 'a.md': 'More: [plan](plan.pdf), [d](d.drawio)\n' })
      assert.equal((await importDocs(place, folder)).pages['a.md']?.outcome, 'updated')
      assert.ok(body().includes('More'))
      assert.deepEqual(attached(), expected)
    })
  })
}

test('the wiki serves files with the rights of their page, so that nothing in them runs', async () => {
  const server = await startFreshServer('sqlite')
  try {
    const hostile = '<html><script>parent.ran = true</script></html>'
    const files = { 'plan.pdf': pdf, 'x.html': hostile, 'data.csv': 'a,b\n', 'd.svg': '<svg/>' }
    const links = Object.keys(files).map((one) => `[${one}](${one})`)
    const folder = docsFolder({ 'a.md': `${links.join(' ')}\n`, ...files })
    const { pages } = await importDocs(server, folder)
    const html = await (await fetch(pages['a.md']?.page?.url ?? '')).text()
    const served: [string, string | null, string | null][] = []
    for (const [name, content] of Object.entries(files)) {
      const path = `/wiki/spaces/${server.space.key}/attachments/${digest(content)}/${name}`
      assert.ok(html.includes(`href="${path}"`), html)
      const response = await fetch(server.url + path)
      const header = (one: string): string | null => response.headers.get(one)
      assert.equal(header('x-content-type-options'), 'nosniff')
      assert.match(header('content-security-policy') ?? '', /default-src 'none';.*sandbox/)
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(content))
      served.push([name, header('content-type'), header('content-disposition')])
    }
    assert.deepEqual(served, [
      ['plan.pdf', 'application/pdf', 'attachment'],
      ['x.html', 'application/octet-stream', 'attachment'],
      ['data.csv', 'text/plain; charset=utf-8', null],
      ['d.svg', 'application/octet-stream', 'attachment'],
    ])
  } finally {
    await server.stop()
  }
})

describe('of what a folder does not publish', () => {
  test('nothing is attached: hidden, ignored, left out, outside, Markdown, too large', async () => {
    const server = await startFreshServer('sqlite')
    const outside = docsFolder({ 'secret.txt': 'SECRET' })
    const links = [
      '.hidden.txt',
      '.git/config',
      'ignored.txt',
      'excluded.txt',
      'draft.md',
      'large.txt',
      'link.txt',
      `../${outside.path.split('/').at(-1)}/secret.txt`,
      'empty.txt',
      'folder/',
      'pointer.zip',
    ]
    const folder = docsFolder({
      'a.md': `${links.map((one, index) => `[${index}](${one})`).join('\n')}\n[ok](ok.txt)\n`,
      '.hidden.txt': 'SECRET',
      '.git/config': 'SECRET',
      '.gitignore': 'ignored.txt\n',
      'ignored.txt': 'SECRET',
      'excluded.txt': 'SECRET',
      'draft.md': '---\ndraft: true\n---\nSECRET',
      'large.txt': `SECRET${'x'.repeat(2_000)}`,
      'folder/b.md': 'b',
      'empty.txt': '',
      'ok.txt': 'fine',
      'pointer.zip': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n',
    })
    symlinkSync(join(outside.path, 'secret.txt'), join(folder.path, 'link.txt'))
    const { pages, warnings } = await importDocs(server, folder, {
      exclude: ['excluded.txt'],
      maxFileBytes: 2_000,
    })
    assert.deepEqual(pages['a.md']?.files, ['ok.txt'])
    assert.ok(warnings.includes('a.md:6 file-too-large'), warnings.join('\n'))
    assert.ok(warnings.includes('a.md:11 file-not-fetched'), warnings.join('\n'))
    const kept = await server.database.read<{ bytes: Uint8Array }>(sql`
      select bytes from attachments`)
    assert.deepEqual(
      kept.map((row) => Buffer.from(row.bytes).toString()),
      ['fine'],
    )
    await server.stop()
  })

  test('where they can be seen elsewhere, large ones and lines of code lead there', async () => {
    const server = await startFreshServer('sqlite')
    const folder = docsFolder({
      'docs/a.md': '[l](large.txt) [c](code.ts#L3) [o](../out.txt) [ok](code.ts)\n',
      'docs/large.txt': 'x'.repeat(2_000),
      'docs/code.ts': 'const a = 1',
      'out.txt': 'out',
    })
    const { pages } = await importDocs(server, folder, {
      paths: [join(folder.path, 'docs')],
      maxFileBytes: 1_000,
      sourceUrl: 'https://forge.example/blob/main/',
    })
    assert.deepEqual(pages['docs/a.md']?.files, ['docs/code.ts'])
    const html = await (await fetch(pages['docs/a.md']?.page?.url ?? '')).text()
    for (const path of ['docs/large.txt', 'docs/code.ts#L3', 'out.txt']) {
      assert.ok(html.includes(`href="https://forge.example/blob/main/${path}"`), path)
    }
    await server.stop()
  })

  test('files that fit into no request together are left out, the last first', async () => {
    const server = await startFreshServer('sqlite')
    const names = Array.from({ length: 60 }, (_, index) => `${index}.bin`)
    const folder = docsFolder({
      'a.md': `${names.map((one) => `[x](${one})`).join('\n')}\n`,
      ...Object.fromEntries(
        names.map((one, index) => [one, Buffer.alloc(1_000 + index, index + 1)]),
      ),
    })
    const { pages, warnings } = await importDocs(server, folder, { maxBodyBytes: 30_000 })
    assert.equal(pages['a.md']?.outcome, 'created')
    const files = pages['a.md']?.files ?? []
    assert.deepEqual(files, names.slice(0, files.length))
    assert.ok(files.length >= 10, `${files.length} files`)
    assert.equal(warnings.length, names.length - files.length)
    await server.stop()
  })
})
