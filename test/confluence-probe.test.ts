/** What the probe finds out of a site is what the simulator's switches say: both read records alike. @module */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { plainRequests } from '../scripts/confluence-probe/plain-requests.ts'
import { type Finding, probeSite } from '../scripts/confluence-probe/probe-site.ts'
import { openSite } from '../src/confluence/open-site.ts'
import { siteClient } from '../src/confluence/wire/site-client.ts'
import type { SiteKind } from '../src/wiki/pages/recorded-pages.ts'
import type { ConfluenceSimulator, SimulatorSwitches } from './support/confluence/simulator.ts'
import { startConfluence } from './support/confluence/start-confluence.ts'

const running = new AbortController().signal

async function probe(site: ConfluenceSimulator, signal = running) {
  const { kind, email } = site
  const address = { baseUrl: site.baseUrl, cloudId: undefined }
  const options = (token: string) => ({ address, readCredential: async () => ({ email, token }) })
  const opened = openSite({ kind, ...options(site.token) })
  const space = await opened.findSpace(site.spaceKey)
  assert.ok(space)
  const client = siteClient(options(site.token))
  const stranger = openSite({ kind, ...options('nobody') })
  const sendPlain = plainRequests(client.apiRoot, async () => ({ email, token: site.token }))
  return probeSite({ site: opened, client, sendPlain, stranger, space }, signal)
}

function bySwitch(findings: readonly Finding[]): Record<string, unknown> {
  return Object.fromEntries(
    findings.flatMap(({ switch: name, value }) => (name === undefined ? [] : [[name, value]])),
  )
}

function assertClean(site: ConfluenceSimulator): void {
  const left = site.pages().filter(({ status }) => status !== 'trashed')
  assert.deepEqual(
    left.map(({ id }) => id),
    [site.homepageId],
  )
}

const ways: readonly Partial<SimulatorSwitches>[] = [
  {
    trashedTitleReserves: false,
    sameBodyMakesVersion: false,
    putEcho: 'as-stored',
    propertyConflicts: 0,
    siblings: 'as-made',
    unknownMedia: 'kept',
    archivedParent: 'taken',
    commentMakesVersion: false,
    commentsWantPlace: true,
    v2HasGaps: true,
    wantsNoCheck: true,
    tellsLimits: true,
    release: '9.2.14',
  },
  {
    trashedTitleReserves: true,
    sameBodyMakesVersion: true,
    putEcho: 'as-sent',
    propertyConflicts: 2,
    unknownMedia: 'refused',
    archivedParent: 'refused',
    commentMakesVersion: true,
    commentsWantPlace: false,
    v2HasGaps: false,
    wantsNoCheck: false,
    tellsLimits: false,
    release: '11.0.1',
  },
  { siblings: 'by-title' },
]
const onlyOnCloud: readonly (keyof SimulatorSwitches)[] = [
  'archivedParent',
  'commentMakesVersion',
  'tellsLimits',
  'unknownMedia',
  'v2HasGaps',
]
const onlyOnDataCenter: readonly (keyof SimulatorSwitches)[] = ['commentsWantPlace', 'release']

for (const kind of ['cloud', 'data-center'] as const satisfies readonly SiteKind[]) {
  suite(`the probe of ${kind}`, () => {
    for (const [index, switches] of ways.entries()) {
      test(`finds what the switches say, way ${index + 1}, and leaves nothing`, async (t) => {
        const site = await startConfluence(kind, switches)
        t.after(() => site.stop())
        const { findings, leftBehind } = await probe(site)
        const found = bySwitch(findings)
        for (const [name, value] of Object.entries(switches)) {
          const elsewhere = kind === 'cloud' ? onlyOnDataCenter : onlyOnCloud
          const isAsked = !elsewhere.some((one) => one === name)
          assert.deepEqual(found[name], isAsked ? value : undefined, name)
        }
        const open = findings.filter(
          ({ value, told }) => value === undefined && !/^only/.test(told),
        )
        assert.deepEqual(open, [])
        assert.deepEqual(leftBehind, [])
        assertClean(site)
      })
    }
  })
}

suite('the probe', () => {
  test('takes its pages away when it is interrupted, and when answers are lost', async (t) => {
    const site = await startConfluence('cloud')
    t.after(() => site.stop())
    const stop = new AbortController()
    site.watch = ({ when, method, path }) => {
      const isUpdate = method === 'PUT' && /\/pages\/\d+$/.test(path)
      if (when === 'before' && isUpdate) stop.abort(new Error('interrupted'))
    }
    const { findings } = await probe(site, stop.signal)
    assert.equal(findings.length, 1)
    assertClean(site)
    site.watch = ({ when, path }) => {
      if (when === 'before' && path.endsWith('/properties')) site.switches.dropAnswers = 3
    }
    assert.deepEqual((await probe(site)).leftBehind, [])
    assertClean(site)
  })

  test('is a program that reports as JSON and says what it was not given', async (t) => {
    const site = await startConfluence('cloud', { removedCalls: /\/move\// })
    t.after(() => site.stop())
    const unasked = await runProgram(site, ['--space', 'eng'], []).ended
    assert.deepEqual([unasked.code, /--yes is needed/.test(unasked.stderr)], [2, true])
    assert.equal(site.requests.length, 0)
    const { code, stdout } = await runProgram(site, ['--space', 'eng', '--json']).ended
    assert.equal(code, 0)
    const report = JSON.parse(stdout) as Report
    assert.equal(report.kind, 'cloud')
    assert.deepEqual(
      report.calls.filter(({ answer }) => answer !== 'served').map(({ call }) => call),
      ['PUT /rest/api/content/1/move/append/1'],
    )
    assert.ok(report.requests > report.findings.length)
    assert.equal(bySwitch(report.findings).putEcho, 'as-stored')
    assert.equal((await runProgram(site, []).ended).code, 2)
    const unknown = await runProgram(site, ['--space', 'NONE']).ended
    assert.deepEqual([unknown.code, /no space NONE/.test(unknown.stderr)], [1, true])
    site.watch = ({ when, method }) =>
      when === 'before' && method === 'POST' ? { inPlace: 'firewall' } : undefined
    const blocked = await runProgram(site, ['--space', 'eng']).ended
    assert.equal(blocked.code, 1)
    assert.match(
      blocked.stderr,
      /^HTTP 403 .*before Confluence, .*let POST \/api\/v2\/pages through/,
    )
    assertClean(site)
  })
})

interface Report {
  readonly kind: string
  readonly requests: number
  readonly calls: readonly { readonly call: string; readonly answer: string }[]
  readonly findings: readonly Finding[]
}

function runProgram(site: ConfluenceSimulator, args: readonly string[], agreed = ['--yes']) {
  const all = ['scripts/confluence-probe.ts', '--site', site.baseUrl, ...args, ...agreed]
  const account = site.email === undefined ? [] : ['--email', site.email]
  const env = { ...process.env, MARKPORT_CONFLUENCE_TOKEN: site.token }
  const cwd = fileURLToPath(new URL('../', import.meta.url))
  const child = spawn(process.execPath, [...all, ...account], { env, cwd })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as number | null }),
  )
  const interrupt = async (): Promise<void> => {
    child.kill('SIGINT')
    await once(child.stderr, 'data')
  }
  return { ended, interrupt }
}
