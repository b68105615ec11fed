/** Imports with a host token into every wiki: what is wrong is said before anything is sent. @module */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hostTokens } from '../src/auth/tokens/host-tokens.ts'
import { idAllocator } from '../src/database/ids.ts'
import { type DocsFiles, docsFolder, importDocs } from './support/folders/docs-folder.ts'
import {
  type FolderSpace,
  type FolderWiki,
  folderWikis,
  startFolderWiki,
} from './support/folders/folder-wiki.ts'
import { noteRequests } from './support/network/note-requests.ts'
import { startScriptedService } from './support/network/scripted-service.ts'
import { dayMs } from './support/prepared-store.ts'

const files = { 'a.md': '# A\n\na', 'x/b.md': '# B\n\nb' }
const filesOf = (name: string): DocsFiles => ({
  'a.md': `# A of ${name}\n\na`,
  [`x ${name}/b.md`]: `# B of ${name}\n\nb`,
})
const posts = (requests: readonly string[]): string[] =>
  requests.filter((request) => /^POST .*\/webtrigger$/.test(request))

for (const { name, kind } of folderWikis) {
  describe(name, () => identifierCases(() => startFolderWiki(kind)))
}

function identifierCases(startWiki: () => Promise<FolderWiki>): void {
  let wiki: FolderWiki
  let space: FolderSpace
  let other: FolderSpace

  before(async () => {
    wiki = await startWiki()
    space = await wiki.addSpace('DOCS')
    other = await wiki.addSpace('OTHER')
  })
  after(() => wiki.stop())

  async function run(files: DocsFiles, options: Parameters<typeof importDocs>[2] = {}) {
    const folder = docsFolder(files)
    const { result, requests } = await noteRequests(
      () => importDocs({ ...wiki.server, space }, folder, options),
      options.endpoint ?? wiki.server.endpoint,
    )
    return { ...result, requests }
  }

  async function trashed(title: string): Promise<string> {
    const id = await space.addPage(title)
    await space.trash(id)
    return id
  }

  async function hostTokenOf(owner: string): Promise<string> {
    const { database } = wiki.server
    const input = { name: `of-${owner}`, owner, lifetimeMs: dayMs, createdBy: 'test' }
    return (await hostTokens(database, idAllocator(database), () => new Date()).create(input)).token
  }

  describe('a wrong identifier', () => {
    const cannotRead = 'that the owner of the host token may read.'

    const stops = async (
      options: { spaceId?: string; parentId?: string },
      message: string,
    ): Promise<void> => {
      for (const dryRun of [false, true]) {
        const { report, requests } = await run(files, { ...options, dryRun, hostToken: wiki.token })
        assert.equal(report.stoppedBy, message)
        const { failed, 'not-sent': notSent, ...others } = report.counts
        assert.deepEqual([failed, notSent], [0, 3])
        assert.deepEqual(Object.values(others), [0, 0, 0])
        assert.deepEqual(posts(requests), [])
        const control = await run(files, { ...options, dryRun, concurrency: 1 })
        if (options.spaceId === undefined) {
          assert.equal(posts(control.requests).length, dryRun ? 1 : 0)
          assert.match(control.report.stoppedBy ?? '', /Check --space, --parent and --endpoint/)
        } else {
          assert.deepEqual(posts(control.requests), [])
          assert.match(control.report.stoppedBy ?? '', /this token may write to/)
        }
        assert.equal(control.report.counts.failed, 0)
      }
    }

    test('names a space that is not there, and that of the parent page', async () => {
      await stops(
        { spaceId: 'NONE' },
        `There is no space "NONE" ${cannotRead} ${
          wiki.holds('pagesTellTheirSpace')
            ? `The parent page is in DOCS (${space.id})`
            : `There are DOCS (${space.id}), OTHER (${other.id})`
        }. Check --space.`,
      )
      await stops(
        { spaceId: '999999', parentId: '999998' },
        `There is no space "999999" ${cannotRead} There are DOCS (${space.id}), OTHER (${other.id}). Check --space.`,
      )
    })

    test('names a parent that is not there, elsewhere or in the trash', async () => {
      const advice = `Check --space and --parent: the homepage of DOCS is ${space.homepageId}.`
      await stops({ parentId: '999999' }, `There is no page 999999 ${cannotRead} ${advice}`)
      await stops(
        { parentId: other.homepageId },
        wiki.holds('pagesTellTheirSpace')
          ? `The page ${other.homepageId}, "${other.name}", is in the space OTHER (${other.id}), not in DOCS (${space.id}). ${advice}`
          : `There is no page ${other.homepageId} ${cannotRead} ${advice}`,
      )
      const gone = await trashed('Gone')
      await stops({ parentId: gone }, `There is no page ${gone} ${cannotRead} ${advice}`)
    })
  })

  test('right identifiers go through, by id and by key in any case', async () => {
    const { endpoint } = wiki.server
    for (const spaceId of [space.id, 'docs']) {
      const parentId = await space.addPage(`Below ${spaceId}`)
      const { report, requests } = await run(filesOf(spaceId), {
        ...{ spaceId, parentId, hostToken: wiki.token },
      })
      assert.equal(report.stoppedBy, undefined)
      assert.equal(report.counts.created, 3)
      assert.match(requests[0] ?? '', /^GET \/wiki\/api\/v2\/spaces$/)
      assert.match(requests[1] ?? '', /^GET \/wiki\/api\/v2\/spaces\/\d+\/held-pages$/)
      assert.ok(posts(requests).length >= 3)
      assert.ok(posts(requests).every((request) => request.endsWith(new URL(endpoint).pathname)))
    }
  })

  test('a parent in front matter that cannot be one fails its file before anything is sent', async () => {
    const parentId = await space.addPage('Front matter')
    const gone = await trashed('Gone too')
    const wrong = { none: '999999', elsewhere: other.homepageId, gone }
    const below = (parent: string): string => `---\nparent: ${parent}\n---\n# Of ${parent}\n\ntext`
    const docs = {
      ...Object.fromEntries(Object.entries(wrong).map(([name, id]) => [`${name}.md`, below(id)])),
      'right.md': below(await space.addPage('Another place')),
    }
    const { pages, report, requests } = await run(docs, { parentId, hostToken: wiki.token })
    assert.deepEqual([report.counts.failed, report.counts.created], [3, 1])
    assert.equal(posts(requests).length, 1)
    const advice = /Check `parent` in its front matter\.$/
    const messages = {
      none: /^There is no page 999999 that the owner of the host token may read\./,
      elsewhere: wiki.holds('pagesTellTheirSpace')
        ? /"Space OTHER", is in the space OTHER \(\d+\), not in DOCS \(\d+\)\./
        : /^There is no page \d+ that the owner of the host token may read\./,
      gone: /^There is no page \d+ that the owner of the host token may read\./,
    }
    for (const [name, message] of Object.entries(messages)) {
      assert.match(pages[`${name}.md`]?.message ?? '', message)
      assert.match(pages[`${name}.md`]?.message ?? '', advice)
    }
    const control = await run(docs, { parentId })
    assert.deepEqual([control.report.counts.failed, control.report.counts.created], [3, 0])
    assert.equal(posts(control.requests).length, 4)
    assert.equal(control.pages['none.md']?.key, 'not-found')
  })

  test('as many parents as there are files are looked up, a part at a time', async () => {
    const parentId = await space.addPage('Many')
    const right: string[] = []
    for (let n = 0; n < 30; n += 1) right.push(await space.addPage(`Place ${n}`))
    const wrong = Array.from({ length: 90 }, (_, n) => String(900_000 + n))
    const docs = Object.fromEntries(
      [...right, ...wrong].map((id) => [`${id}.md`, `---\nparent: ${id}\n---\n# P${id}\n\ntext`]),
    )
    const { report, requests } = await run(docs, { parentId, hostToken: wiki.token })
    assert.deepEqual([report.counts.created, report.counts.failed], [30, 90])
    assert.equal(requests.filter((request) => request.endsWith('/held-pages')).length, 2)
    assert.equal(requests.filter((request) => /\/pages\/\d+$/.test(request)).length, 10)
  })

  test('a host token that is refused stops the run, and is not repeated', async () => {
    const cases = [
      ['mph_unknown', /^The host token was refused: This host token is not known/],
      [wiki.server.token, /^The host token was refused: The wiki's API takes a host token/],
    ] as const
    for (const [hostToken, message] of cases) {
      const { report, events, requests } = await run(files, { hostToken })
      assert.match(report.stoppedBy ?? '', message)
      assert.deepEqual([report.counts['not-sent'], posts(requests)], [3, []])
      assert.ok(!JSON.stringify(events).includes(hostToken))
    }
    const parentId = await space.addPage('Control')
    assert.equal((await run(filesOf('control'), { parentId })).report.counts.created, 3)
  })

  test('a host token whose owner only reads checks as well', async () => {
    const user = await wiki.server.createUser('reader')
    const hostToken = await hostTokenOf('reader')
    await wiki.server.grant(user, space, 'read')
    const parentId = wiki.kind === undefined ? await space.addPage('Read') : '999999'
    const { stoppedBy } = (await run(filesOf('read'), { hostToken, parentId })).report
    if (wiki.kind === undefined) assert.equal(stoppedBy, undefined)
    else assert.match(stoppedBy ?? '', /^There is no page 999999 /)
  })

  test('what the owner of the host token may not read is not there, and many spaces are cut short', async () => {
    const user = await wiki.server.createUser('narrow')
    const hostToken = await hostTokenOf('narrow')
    const none = await run(files, { hostToken })
    assert.match(none.report.stoppedBy ?? '', /^There is no space "DOCS" .* There are none\. Check/)
    for (let n = 10; n < 21; n += 1) {
      await wiki.server.grant(user, await wiki.server.createSpace(`MANY${n}`), 'read')
      const { stoppedBy = '' } = (await run(files, { hostToken })).report
      const named = stoppedBy.match(/MANY\d+ \(\d+\)/g) ?? []
      assert.equal(named.length, Math.min(n - 9, 10))
      assert.equal(stoppedBy.includes(' and more. Check --space.'), n === 20)
    }
  })

  test('a service without that API stops the run, since the check was asked for', async () => {
    const service = await startScriptedService((response) => response.writeHead(404).end())
    const { endpoint } = service
    const { report } = await run(files, { endpoint, hostToken: wiki.token })
    assert.match(report.stoppedBy ?? '', /^There is no wiki API at http:\S+\/wiki\/api\/v2, so /)
    assert.equal(report.counts['not-sent'], 3)
    assert.deepEqual(
      service.requests.map(({ method }) => method),
      ['GET'],
    )
    await run(files, { endpoint, concurrency: 1 })
    assert.deepEqual(service.requests.at(-1)?.method, 'POST')
    await service.stop()
  })

  test('an interruption ends the check', async () => {
    const interruption = new AbortController()
    const service = await startScriptedService(() => interruption.abort())
    const { endpoint } = service
    const { report } = await run(files, {
      endpoint,
      hostToken: wiki.token,
      signal: interruption.signal,
    })
    assert.match(report.stoppedBy ?? '', /^The run was interrupted\./)
    assert.deepEqual([report.counts['not-sent'], service.requests.length], [3, 1])
    await service.stop()
  })
}
