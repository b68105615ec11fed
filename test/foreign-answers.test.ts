import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSite } from '../src/confluence/open-site.ts'
import { type ForeignAnswer, foreignAnswers } from './support/confluence/foreign-answers.ts'
import type { ConfluenceSimulator } from './support/confluence/simulator.ts'
import { type DeliveryBench, openBench, settle } from './support/delivery/delivery-bench.ts'
import { startWikiServer } from './support/delivery/wiki-server.ts'
import { png } from './support/samples/images.ts'

const image = `![A map](data:image/png;base64,${png.toString('base64')})`
const answers = Object.keys(foreignAnswers) as ForeignAnswer[]

function pagesTitled(site: ConfluenceSimulator, title: string) {
  return site.pages().filter((one) => one.title === title && one.status === 'current')
}

async function importBehind(
  bench: DeliveryBench,
  wanted: Parameters<DeliveryBench['save']>[0],
  { from, when, inPlace }: { from: number; when: string; inPlace: ForeignAnswer },
): Promise<boolean> {
  let asked = 0
  bench.site.watch = (moment) => {
    if (moment.when !== when) return undefined
    asked += 1
    return asked > from ? { inPlace } : undefined
  }
  const first = await bench.save(wanted)
  const isMet = asked > from
  bench.site.watch = () => undefined
  const done = wanted.overwrite ? 'updated' : 'created'
  await settle(bench)
  if (first.outcome === done) return isMet
  assert.equal(first.outcome, 'under-way', `${inPlace}, request ${from}`)
  const { problem = '' } = first
  assert.match(problem, /^HTTP \d{3}.* came from something before Confluence, not from it\./)
  assert.doesNotMatch(problem, /credential|token/)
  const again = wanted.overwrite ? 'unchanged' : 'already-exists'
  assert.equal(await bench.outcome(wanted), again, `${inPlace}, request ${from}`)
  return isMet
}

for (const kind of ['cloud', 'data-center'] as const) {
  describe(kind, () => {
    for (const when of ['before', 'carried-out'] as const) {
      test(`an import waits behind a firewall, and makes each version once (${when})`, async () => {
        const bench = await openBench(kind)
        for (let from = 0, isMet = true; isMet; from += 1) {
          const pageTitle = `Blocked ${from}`
          const made = { pageTitle, content: `Words. ${image}`, labels: ['one'] }
          const met = { from, when, inPlace: 'firewall' } as const
          const isFirstMet = await importBehind(bench, made, met)
          const changed = { ...made, content: `Other. ${image}`, overwrite: true }
          const isSecondMet = await importBehind(bench, changed, met)
          const [page, ...others] = pagesTitled(bench.site, pageTitle)
          assert.deepEqual([page?.versions.length, others.length], [3, 0], `request ${from}`)
          assert.deepEqual(page?.labels, ['one'])
          isMet = isFirstMet || isSecondMet
        }
      })
    }

    test('nothing before the site makes it blame a credential or an author', async () => {
      const bench = await openBench(kind)
      const { site } = bench
      await bench.save({ pageTitle: 'There' })
      const { baseUrl, email, token } = site
      const address = { baseUrl, cloudId: undefined }
      const readCredential = async () => ({ email, token })
      const patience = { firstDelayMs: 1 }
      const asked = openSite({ kind, address, readCredential, patience })
      for (const inPlace of answers) {
        for (const [from, overwrite] of [
          [0, true],
          [1, true],
          [2, false],
        ] as const) {
          const content = `${inPlace} ${from}`
          const wanted = { pageTitle: overwrite ? 'There' : inPlace, content, overwrite }
          await importBehind(bench, wanted, { from, when: 'before', inPlace })
        }
        site.watch = ({ when }) => (when === 'before' ? { inPlace } : undefined)
        await assert.rejects(asked.findAccount(), { kind: 'foreign' }, inPlace)
        await assert.rejects(asked.addLabels(site.homepageId, ['x']), { kind: 'foreign' }, inPlace)
        const [page] = pagesTitled(site, 'There')
        const moving = asked.movePage(page?.id ?? '', 'append', site.homepageId)
        await assert.rejects(moving, { kind: 'foreign' }, 'an order waits')
        site.watch = () => undefined
      }
    })
  })
}

test('a caller is told what answered, and what to ask for', async (t) => {
  const server = await startWikiServer('sqlite', 'cloud')
  t.after(() => server.stop())
  const { site } = server
  assert.ok(site)
  site.watch = ({ when }) => (when === 'before' ? { inPlace: 'firewall' } : undefined)
  const told =
    /HTTP 403 \(text\/html, server cloudflare\) came from something before Confluence, not from it\. Ask the network's people to let GET \/.*through to 127/
  for (const dryRun of [false, true]) {
    const { status, json, headers } = await server.post({ pageTitle: `Blocked ${dryRun}`, dryRun })
    assert.equal(status, 503)
    assert.equal(json.key, 'unavailable')
    assert.match(json.body, told)
    assert.match(json.body, dryRun ? /Try again/ : /The import goes on: .* finds it done\.$/)
    assert.ok(json.body.length <= 300, json.body)
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
  site.watch = () => undefined
})
