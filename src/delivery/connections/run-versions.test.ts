import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConfluenceSite, RemotePageHead } from '../../confluence/site.ts'
import { runVersions } from './run-versions.ts'

const pageIds = Array.from({ length: 300 }, (_, index) => String(1_000 + index))

function start() {
  const asked: number[] = []
  let nowMs = 0
  const site: Pick<ConfluenceSite, 'findVersions'> = {
    async findVersions(ids) {
      asked.push(ids.length)
      return new Map(ids.map((id) => [id, { id } as RemotePageHead]))
    },
  }
  const versions = runVersions(
    async ({ limit }) => pageIds.slice(0, limit),
    () => nowMs,
  )
  const wanted = (pageId: string) => ({
    site: site as ConfluenceSite,
    spaceId: 1,
    pageId,
    run: 'r',
  })
  return {
    find: (pageId: string) => versions.find(wanted(pageId)),
    foresee: (pageId: string) => versions.foresee(wanted(pageId)),
    pass: (ms: number) => {
      nowMs += ms
    },
    requests: () => asked.splice(0),
  }
}

test('tells what went before the import of a page and the import itself of one reading', async () => {
  const { find, foresee, requests } = start()
  for (const id of pageIds) await foresee(id)
  for (const id of pageIds) assert.equal((await find(id))?.id, id)
  assert.deepEqual(requests(), [250, 50])
  await find('1000')
  await foresee('1000')
  assert.deepEqual(requests(), [1, 1], 'what an import was told of is asked for again')
})

test('reads again together what has become old', async () => {
  const { find, foresee, pass, requests } = start()
  await foresee('1000')
  await find('1001')
  pass(6 * 60_000)
  for (const id of pageIds) await find(id)
  assert.deepEqual(requests(), [250, 250, 1, 49])
})
