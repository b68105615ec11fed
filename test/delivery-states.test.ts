/**
 * The states of a delivery, as docs/architecture.md has them: a process dies in each, and another
 * continues by what the site shows.
 * @module
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listImports } from '../src/wiki/import/ledger/import-history.ts'
import type { ConfluenceSimulator, SimulatedMoment } from './support/confluence/simulator.ts'
import {
  type DeliveryBench,
  openBench,
  openDeliveries,
  settle,
} from './support/delivery/delivery-bench.ts'
import { png } from './support/samples/images.ts'

const plain = 'Our words.'
const pictured = `Our words. ![A dot](data:image/png;base64,${png.toString('base64')})`

const creates = /^POST .*\/(?:pages|content)$/
const writes = /^PUT .*\/(?:pages|content)\/\d+$/
const marks = /^(?:POST|PUT) .*\/propert/

interface State {
  readonly state: string
  readonly shown: string
  readonly content: string
  /** Whether the page was imported before. */
  readonly isThere?: boolean
  /** The process dies before the site carries this request out, or after. */
  readonly dies: readonly [SimulatedMoment['when'], RegExp]
  /** What people do before another process continues. */
  readonly meanwhile?: (site: ConfluenceSimulator, id: string) => void
  readonly result: string
  readonly versions: number
  readonly says: RegExp
}

const edit = (site: ConfluenceSimulator, id: string): void =>
  site.humanEdit(id, 0, (text) => `${text} By hand.`)
const trash = (site: ConfluenceSimulator, id: string): void => site.trash(id)
const ours = /Our words/
const theirs = /By hand/

const states: readonly State[] = [
  ...[plain, pictured].flatMap((content): State[] => {
    const isWhole = content === plain
    const made = { content, result: 'created', versions: isWhole ? 1 : 2, says: ours }
    return [
      { state: 'recorded, creating', shown: 'no page', dies: ['before', creates], ...made },
      {
        state: 'recorded, creating',
        shown: isWhole ? 'a page with our text' : 'a page with our line',
        dies: ['carried-out', creates],
        ...made,
      },
    ]
  }),
  {
    state: 'recorded, creating',
    shown: 'a page with our text, edited',
    content: plain,
    dies: ['carried-out', creates],
    meanwhile: edit,
    result: 'already-exists',
    versions: 2,
    says: theirs,
  },
  {
    state: 'recorded, creating',
    shown: 'a page with our line, edited',
    content: pictured,
    dies: ['carried-out', creates],
    meanwhile: edit,
    result: 'already-exists',
    versions: 2,
    says: theirs,
  },
  {
    state: 'recorded, changing',
    shown: 'the old version',
    content: plain,
    isThere: true,
    dies: ['before', writes],
    result: 'updated',
    versions: 2,
    says: ours,
  },
  {
    state: 'recorded, changing',
    shown: 'our version',
    content: plain,
    isThere: true,
    dies: ['carried-out', writes],
    result: 'updated',
    versions: 2,
    says: ours,
  },
  {
    state: 'recorded, changing',
    shown: 'our version, edited',
    content: plain,
    isThere: true,
    dies: ['carried-out', writes],
    meanwhile: edit,
    result: 'updated',
    versions: 3,
    says: theirs,
  },
  {
    state: 'recorded, changing',
    shown: 'the version of a person',
    content: plain,
    isThere: true,
    dies: ['before', writes],
    meanwhile: edit,
    result: 'updated',
    versions: 3,
    says: ours,
  },
  {
    state: 'made',
    shown: 'our line',
    content: pictured,
    dies: ['before', writes],
    result: 'created',
    versions: 2,
    says: ours,
  },
  {
    state: 'made',
    shown: 'our second version',
    content: pictured,
    dies: ['carried-out', writes],
    result: 'created',
    versions: 2,
    says: ours,
  },
  {
    state: 'made',
    shown: 'our second version, edited',
    content: pictured,
    dies: ['carried-out', writes],
    meanwhile: edit,
    result: 'created',
    versions: 3,
    says: theirs,
  },
  {
    state: 'made',
    shown: 'no page',
    content: pictured,
    dies: ['before', writes],
    meanwhile: trash,
    result: 'created',
    versions: 2,
    says: ours,
  },
  {
    state: 'made',
    shown: 'our line, edited',
    content: pictured,
    dies: ['before', writes],
    meanwhile: edit,
    result: 'already-exists',
    versions: 2,
    says: theirs,
  },
  ...(['before', 'carried-out'] as const).map(
    (when): State => ({
      state: 'written',
      shown: when === 'before' ? 'no mark' : 'our mark',
      content: plain,
      dies: [when, marks],
      result: 'created',
      versions: 1,
      says: ours,
    }),
  ),
]

for (const kind of ['cloud', 'data-center'] as const) {
  describe(`a delivery to ${kind}`, () => {
    let bench: DeliveryBench
    states.forEach((row, index) => {
      const { state, shown, isThere = false, content, result, versions, says } = row
      test(`${state}, and the site shows ${shown}: ${result}`, async () => {
        bench ??= await openBench(kind)
        const { site } = bench
        const pageTitle = `Page ${index}`
        if (isThere) await bench.save({ pageTitle, content: 'Old words.' })
        const dying = bench.another()
        const died = Promise.withResolvers<void>()
        site.watch = ({ when, method, path }) => {
          const [diesWhen, request] = row.dies
          if (when !== diesWhen || !request.test(`${method} ${path.replace(/\?.*/, '')}`)) return
          dying.kill()
          died.resolve()
          return 'close'
        }
        const wanted = { pageTitle, content, labels: ['one'], overwrite: isThere }
        void bench.save({ ...wanted, by: dying }).catch(() => {})
        await died.promise
        site.watch = () => undefined
        const titled = () =>
          site.pages().filter(({ title, status }) => title === pageTitle && status === 'current')
        row.meanwhile?.(site, titled()[0]?.id ?? '')
        await settle(bench)
        assert.equal(await openDeliveries(bench), 0)
        const [entry] = await listImports(bench.database, {}, { limit: 1 })
        assert.equal(entry?.result, result)
        await bench.dropLapsed()
        const [page, ...others] = titled()
        assert.deepEqual([page?.versions.length, others.length], [versions, 0])
        assert.match(page?.versions.at(-1)?.body ?? '', says)
        if (result === 'already-exists') return
        assert.ok(page?.properties.markport)
        assert.deepEqual(page.labels, ['one'])
      })
    })
  })
}
