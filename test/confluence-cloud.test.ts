import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import type { ConfluenceError } from '../src/confluence/confluence-error.ts'
import { findMissingCalls } from '../src/confluence/needed-calls.ts'
import { detectSite, type OpenSiteOptions, openSite } from '../src/confluence/open-site.ts'
import type {
  ConfluenceSite,
  NewRemotePage,
  RemotePage,
  RemotePageHead,
  RemoteSpace,
} from '../src/confluence/site.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import type { ConfluenceSimulator, SimulatorSwitches } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'
import { listenLocally } from './support/network/listen-locally.ts'

interface Opened {
  readonly sim: ConfluenceSimulator
  readonly site: ConfluenceSite
  readonly space: RemoteSpace
  asked(): string[]
}

describe('a space and its parents', () => {
  test('are found by key in any case, and by id, folders too', async (t) => {
    const { sim, site, space } = await open(t)
    assert.deepEqual(await site.findSpace('eng'), space)
    assert.deepEqual(space, {
      id: sim.spaceId,
      key: 'ENG',
      name: 'Engineering',
      homepageId: sim.homepageId,
    })
    assert.equal(await site.findSpace('NONE'), undefined)
    assert.equal(await site.findSpace('../x?y'), undefined)
    const folder = sim.addFolder('Guides')
    assert.deepEqual(await site.findParent(folder.id), {
      id: folder.id,
      title: 'Guides',
      spaceId: sim.spaceId,
      status: 'current',
    })
    assert.equal((await site.findParent(sim.homepageId))?.id, sim.homepageId)
    assert.equal(await site.findParent('999999'), undefined)
    sim.archive(sim.addPage({ title: 'Old' }).id)
    const old = sim.pages().find(({ title }) => title === 'Old')
    assert.equal((await site.findParent(old?.id ?? ''))?.status, 'archived')
  })

  test('are never looked for by what is no id', async (t) => {
    const { site, asked } = await open(t)
    asked()
    for (const id of ['', '0', '-1', '1.5', '../1', '1/../2', '1?x=1', '9'.repeat(19), 'ä']) {
      assert.equal(await site.findParent(id), undefined, id)
      assert.equal(await site.readPage(id, 'markport'), undefined, id)
      assert.equal((await site.findVersions([id])).size, 0, id)
      await rejects(site.trashPage(id), 'not-found')
    }
    assert.deepEqual(asked(), [])
  })
})

describe('pages', () => {
  test('say who wrote them where they are read by themselves, in one request more', async (t) => {
    const { sim, site, asked } = await open(t)
    const { id } = sim.addPage({ title: 'By hand' })
    asked()
    assert.equal((await readPage(site, id)).version.authorName, 'Ada Person')
    assert.deepEqual(methods(asked()), ['GET', 'GET'])
    assert.equal((await readPage(site, id)).version.authorName, 'Ada Person')
    assert.deepEqual(methods(asked()), ['GET'])
  })
})

test('pages are listed by a token that lacks newer scopes', async (t) => {
  const { sim } = await open(t)
  for (const title of ['By hand', 'Second']) sim.addPage({ title })
  const url = await serve(t, async (request, response) => {
    if (/direct-children/.test(request.url ?? '')) {
      response.writeHead(401).end('{"code":401,"message":"Unauthorized; scope does not match"}')
      return
    }
    const { authorization = '' } = request.headers
    const answer = await fetch(new URL(request.url ?? '', sim.baseUrl), {
      headers: { authorization },
    })
    const text = await answer.text()
    const isList = request.url?.includes('/children')
    const json = isList ? JSON.parse(text) : undefined
    response.end(isList ? JSON.stringify({ ...json, results: json.results.reverse() }) : text)
  })
  const site = siteAt(`${url}/wiki`, sim)
  const titles = (heads: readonly RemotePageHead[]): string[] => heads.map(({ title }) => title)
  assert.deepEqual(titles(await site.listChildren(sim.homepageId)), ['By hand', 'Second'])
})

describe('what hangs on pages', () => {
  test('a property is written though Confluence writes others, and though it is there', async (t) => {
    const { sim, site, space } = await open(t, { propertyConflicts: 1 })
    const { id } = await site.createPage(newPage(space, 'Property'))
    for (const value of [{ v: 1 }, { v: 2 }]) {
      await site.putProperty(id, { key: 'markport', value, current: undefined })
    }
    assert.deepEqual(sim.page(id).properties.markport, { v: 2 })
    sim.switches.propertyConflicts = 9
    await rejects(
      site.putProperty(id, { key: 'markport', value: {}, current: undefined }),
      'conflict',
    )
  })

  test('a property that the site holds twice is made anew', async (t) => {
    const { sim, site, space } = await open(t)
    const { id } = await site.createPage(newPage(space, 'Twice'))
    await site.putProperty(id, { key: 'markport', value: { v: 1 }, current: undefined })
    const { property: known } = await readPage(site, id)
    sim.switches.failures = { count: 1, status: 400 }
    await site.putProperty(id, { key: 'markport', value: { v: 2 }, current: known })
    const { property } = await readPage(site, id)
    assert.deepEqual([property?.value, property?.version], [{ v: 2 }, 1])
  })
})

describe('what goes wrong', () => {
  test('a credential that is refused, in each of its forms', async (t) => {
    const { site, space, sim } = await open(t)
    for (const refused of ['bare-404', '401-html', 'missing-scope'] as const) {
      sim.switches.refuseCredential = refused
      await rejects(site.findAccount(), 'credential')
      await rejects(site.findSpace('ENG'), 'credential')
      await rejects(site.findParent(sim.homepageId), 'credential')
      await rejects(site.readPage(sim.homepageId, 'markport'), 'credential')
      await rejects(site.createPage(newPage(space, 'X')), 'credential')
      await rejects(site.addLabels(sim.homepageId, ['x']), 'credential')
    }
  })
})

describe('an address', () => {
  test('of the gateway is found for a token with scopes, and works', async (t) => {
    const { sim } = await open(t, { hasScopes: true })
    const { address, account } = await detectSite(sim.baseUrl, credentialOf(sim))
    assert.equal(address.cloudId, sim.cloudId)
    const site = openSite({ ...optionsOf(sim), address, accounts: [account] })
    const space = (await site.findSpace('ENG'))!
    const page = await site.createPage(newPage(space, 'By the gateway'))
    assert.equal(page.version.authorName, 'Markport Bot')
    assert.match(page.url, new RegExp(`^${sim.baseUrl}/spaces/`))
    assert.equal((await site.findPagesByTitle(space, 'By the gateway')).length, 1)
    assert.deepEqual((await findMissingCalls({ ...optionsOf(sim), address })).scopes, [])
    sim.switches.refuseCredential = 'missing-scope'
    await rejects(detectSite(sim.baseUrl, credentialOf(sim)), 'credential', /scope/)
    const { scopes } = await findMissingCalls({ ...optionsOf(sim), address })
    assert.equal(scopes.length, 7)
    sim.watch = ({ path }) => (path.startsWith('/ex/') ? { inPlace: 'firewall' } : undefined)
    await rejects(detectSite(sim.baseUrl, credentialOf(sim)), 'foreign', /before Confluence/)
    assert.deepEqual(
      sim.pages().map(({ title }) => title),
      ['Engineering', 'By the gateway'],
      'asking for rights writes nothing',
    )
  })
})

describe('a site that tells less', () => {
  async function behindProxy(t: TestContext, sim: ConfluenceSimulator, hidden: RegExp) {
    return serve(t, async (request, response) => {
      const path = request.url ?? ''
      const { authorization = '' } = request.headers
      if (hidden.test(path)) {
        response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Nothing</title>')
        return
      }
      const answer = await fetch(new URL(path, sim.baseUrl), { headers: { authorization } })
      response.writeHead(answer.status).end(await answer.text())
    })
  }

  test('of its id or of who one is, is found to be Cloud', async (t) => {
    const { sim } = await open(t)
    for (const [hidden, name] of [
      [/tenant_info/, 'Markport Bot'],
      [/user\/current/, 'the account of the token'],
      [/tenant_info|rest\/api/, 'the account of the token'],
    ] as const) {
      const url = await behindProxy(t, sim, hidden)
      const { kind, address, account } = await detectSite(`${url}/wiki`, credentialOf(sim))
      assert.deepEqual([kind, address.baseUrl], ['cloud', `${url}/wiki`], hidden.source)
      assert.equal(account.name, name, hidden.source)
    }
  })

  test('still refuses a wrong credential in words for it', async (t) => {
    const { sim } = await open(t)
    const wrong = { email: sim.email, token: 'wrong-token' }
    for (const hidden of [/tenant_info/, /user\/current/, /\/ex\/confluence/]) {
      const url = await behindProxy(t, sim, hidden)
      await rejects(detectSite(`${url}/wiki`, wrong), 'credential')
    }
  })

  test('may have no list of its comments', async (t) => {
    const { sim } = await open(t)
    const { id } = sim.addPage({ title: 'Commented', body: adf('Some words here.') })
    sim.addInlineComment(id, 'words')
    const url = await behindProxy(t, sim, /inline-comments/)
    assert.equal(await siteAt(`${url}/wiki`, sim).listOpenComments(id), undefined)
  })
})

describe('a hostile site', () => {
  test('answers about another page than the one that was asked for', async (t) => {
    const { sim, space } = await open(t)
    const page = sim.addPage({ title: 'Asked for' })
    const other = sim.addPage({ title: 'Other' })
    const url = await serve(t, async (request, response) => {
      const path = (request.url ?? '').replace(page.id, other.id)
      const { authorization = '' } = request.headers
      const answer = await fetch(new URL(path, sim.baseUrl), { headers: { authorization } })
      response.end(await answer.text())
    })
    const site = siteAt(`${url}/wiki`, sim)
    await rejects(site.readPage(page.id, 'markport'), 'unavailable', /another page/)
    await rejects(site.findParent(page.id), 'unavailable', /another page/)
    const read = { ...fakePage, id: page.id, parentId: space.homepageId }
    await rejects(site.updatePage(newVersion(read, 'x', 'm')), 'unknown', /another page/)
  })

  test('leads lists to another host, nowhere, or round in circles', async (t) => {
    const rows = { results: [] as object[] }
    for (const [next, words] of [
      ['https://evil.test/wiki/api/v2/spaces?cursor=a', /another host/],
      ['//evil.test/wiki/api/v2/spaces?cursor=a', /another host/],
      ['javascript:alert(1)', /another host/],
      ['/wiki/api/v2/spaces', /nowhere/],
      ['/wiki/api/v2/spaces?cursor=a', /nowhere/],
    ] as const) {
      const url = await serve(t, (_, response) => {
        response.end(JSON.stringify({ ...rows, _links: { next } }))
      })
      await rejects(siteAt(url).findSpace('ENG'), 'unavailable', words)
    }
  })

  test('answers what is too large, too deep, cut or none', async (t) => {
    const endless: RequestListener = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(1_000_000)));
        response.once('drain', more)
      }
      more()
    }
    const texts = ['['.repeat(8_000_000), '{"results":[', '\0', 'null', '[]', '{}', '7']
    const listeners = [
      endless,
      ...texts.map(
        (text): RequestListener =>
          (_, r) =>
            void r.end(text),
      ),
    ]
    for (const listener of listeners) {
      const site = siteAt(await serve(t, listener))
      await rejects(site.findSpace('ENG'), 'unavailable')
      await rejects(site.createPage(newPage(fakeSpace, 'X')), 'unknown')
    }
  })

  test('answers members of every kind: what comes is sound, or one error', async (t) => {
    const { sim, space } = await open(t)
    const random = seededRandom(7)
    const url = await serve(t, async (request, response) => {
      const answer = await fetch(new URL(request.url ?? '', sim.baseUrl), {
        headers: { authorization: request.headers.authorization ?? '' },
      })
      const text = await answer.text()
      const [way = ''] = (request.url ?? '').split('?')
      assert.ok(!/\.\.|evil/.test(way), `${way} was asked for`)
      response.writeHead(answer.status).end(spoiled(text, random))
    })
    const page = sim.addPage({ title: 'Words', body: adf('some words') })
    sim.addInlineComment(page.id, 'words')
    const ends = { sound: 0, refused: 0 }
    for (let count = 0; count < 40; count += 1) {
      const site = siteAt(`${url}/wiki`, sim)
      for (const ask of [
        () => site.findAccount(),
        () => site.findSpace('ENG'),
        () => site.findParent(page.id),
        () => site.findPagesByTitle(space, 'Words'),
        () => site.findVersions([page.id]),
        () => site.readPage(page.id, 'markport'),
        () => site.listChildren(sim.homepageId),
        () => site.listAttachments(page.id),
        () => site.listOpenComments(page.id),
        () => site.searchPages(space, 'words', 5),
      ]) {
        const result = await ask().catch((error: unknown) => error)
        if (result instanceof Error) assert.equal(result.name, 'ConfluenceError', String(result))
        else assert.ok(isSound(result), JSON.stringify(result))
        ends[result instanceof Error ? 'refused' : 'sound'] += 1
      }
    }
    assert.ok(ends.sound > 50 && ends.refused > 50, JSON.stringify(ends))
  })
})

const fakeSpace: RemoteSpace = { id: '1', key: 'ENG', name: 'Engineering', homepageId: '2' }
const fakePage = { id: '999999', title: 'X', parentId: '2', version: { number: 1 } } as RemotePage

function adf(text: string): string {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
  return JSON.stringify({ version: 1, type: 'doc', content: [paragraph] })
}

function newPage(space: RemoteSpace, title: string): NewRemotePage {
  return {
    spaceId: space.id,
    spaceKey: space.key,
    parentId: space.homepageId ?? '',
    title,
    body: adf('first'),
  }
}

function newVersion(
  { id, title, parentId, version }: RemotePage,
  text: string,
  message: string,
): Parameters<ConfluenceSite['updatePage']>[0] {
  return {
    id,
    spaceKey: 'ENG',
    parentId: parentId ?? '',
    title,
    body: adf(text),
    version: version.number + 1,
    message,
  }
}

async function readPage(site: ConfluenceSite, id: string): Promise<RemotePage> {
  const page = await site.readPage(id, 'markport')
  assert.ok(page)
  return page
}

const methods = (asked: readonly string[]): string[] => asked.map((one) => one.split(' ')[0] ?? '')

function credentialOf({ email, token }: ConfluenceSimulator): {
  email: string | undefined
  token: string
} {
  return { email, token }
}

function optionsOf(sim: ConfluenceSimulator): OpenSiteOptions {
  return {
    kind: 'cloud',
    address: { baseUrl: sim.baseUrl, cloudId: undefined },
    readCredential: async () => credentialOf(sim),
    patience: { firstDelayMs: 1 },
  }
}

async function open(t: TestContext, switches: Partial<SimulatorSwitches> = {}): Promise<Opened> {
  const sim = await startConfluence('cloud', switches)
  t.after(() => sim.stop())
  const account = { id: '712020:00000000-0000-4000-8000-00000000000a', name: 'Markport Bot' }
  const site = openSite({ ...optionsOf(sim), accounts: [account] })
  const { spaceId: id, spaceKey: key, homepageId } = sim
  const space = { id, key, name: 'Engineering', homepageId }
  const asked = (): string[] =>
    sim.requests.splice(0).map(({ method, path }) => `${method} ${path}`)
  return { sim, site, space, asked }
}

function siteAt(
  baseUrl: string,
  opener = { email: 'bot@acme.test' as string | undefined, token: 't' },
): ConfluenceSite {
  return openSite({
    kind: 'cloud',
    address: { baseUrl, cloudId: undefined },
    readCredential: async () => ({ email: opener.email, token: opener.token }),
    patience: { firstDelayMs: 1, maxReads: 1 },
  })
}

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return listenLocally(server)
}

async function rejects(
  promise: Promise<unknown>,
  kind: string,
  words = /./,
): Promise<ConfluenceError> {
  const error = await promise.then(
    () => assert.fail('it came through'),
    (error: ConfluenceError) => error,
  )
  assert.deepEqual([error.name, error.kind], ['ConfluenceError', kind], error.message)
  assert.match(error.message, words)
  return error
}

const strangeValues = [
  null,
  {},
  [],
  true,
  -1,
  1e99,
  '',
  'evil',
  '../../evil',
  'javascript:evil',
  '\0',
]

function spoiled(text: string, random: () => number): string {
  const json: unknown = JSON.parse(text)
  const places: [Record<string, unknown>, string][] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value)) {
      places.push([value as Record<string, unknown>, name])
      visit(member)
    }
  }
  visit(json)
  const [holder, name] = places[Math.floor(random() * places.length)] ?? []
  const value = strangeValues[Math.floor(random() * strangeValues.length)]
  if (holder === undefined || name === undefined) return JSON.stringify(value)
  holder[name] = value
  return JSON.stringify(json)
}

function isSound(result: unknown): boolean {
  if (result instanceof Map) return [...result.values()].every(isSound)
  if (typeof result !== 'object' || result === null) return true
  return Object.entries(result).every(([name, value]) => {
    if (value === undefined || name === 'value') return true
    if (name === 'id' || name.endsWith('Id')) return /^[\w:.-]{0,255}$/.test(value)
    if (name === 'number' || (name === 'version' && typeof value !== 'object')) {
      return Number.isSafeInteger(value) && value >= 0
    }
    if (name === 'url') return /^https?:\/\/(?:127\.0\.0\.1|evil)/.test(value)
    return isSound(value)
  })
}
