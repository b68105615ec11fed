import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { ConfluenceSite, RemotePageHead, RemoteParent } from '../../site.ts'
import { type ConnectedSite, connectedSites } from './connected-site.ts'
import type { SiteRun } from './site-run.ts'
import type { SpaceConnection } from './space-connection.ts'

const parent: RemoteParent = {
  id: '7',
  kind: 'page',
  title: 'Guide',
  spaceId: '1',
  status: 'current',
}

type Asked = PromiseWithResolvers<RemoteParent | undefined>

function openFake(): { target: SiteRun; connected: ConnectedSite; asked: Asked[] } {
  const asked: Asked[] = []
  const findParent = (): Asked['promise'] => {
    const next: Asked = Promise.withResolvers()
    asked.push(next)
    return next.promise
  }
  const connected = connectedSites({
    open: () => ({ findParent }) as unknown as ConfluenceSite,
    installation: 'test',
    listNear: async () => [],
  })({ spaceId: '1' } as SpaceConnection)
  return { target: connected.runOf(undefined), connected, asked }
}

test('who asks for a parent that is being read waits for the same answer', async () => {
  const { target, asked } = openFake()
  const all = Promise.all([target.findParent('7'), target.findParent('7')])
  const other = target.findParent('8')
  assert.equal(asked.length, 2)
  asked[0]?.resolve(parent)
  asked[1]?.resolve(undefined)
  assert.deepEqual(await all, [parent, parent])
  assert.equal(await other, undefined)
  assert.equal(await target.findParent('7'), parent)
  assert.equal(asked.length, 2, 'it is kept')
  void target.findParent('8')
  assert.equal(asked.length, 3, 'what is missing may have come')
})

test('a page that an import found or made is no parent to look for, but to a dry run', async () => {
  const { target, connected, asked } = openFake()
  const { kind: _, ...head } = parent
  target.noteParent(head as RemotePageHead)
  assert.deepEqual(await target.findParent('7'), { ...parent, kind: 'page' })
  assert.equal(asked.length, 0)
  void connected.runOf('of a dry run', true).findParent('7')
  await setImmediate()
  assert.equal(asked.length, 1)
})

test('an error is told to those who waited, and to nobody else', async () => {
  const { target, asked } = openFake()
  const all = [target.findParent('7'), target.findParent('7')]
  asked[0]?.reject(new Error('away'))
  for (const one of all) await assert.rejects(one, /away/)
  const again = target.findParent('7')
  asked[1]?.resolve(parent)
  assert.equal(await again, parent)
})

test('what was asked before parents were forgotten is not kept', async () => {
  const { target, asked } = openFake()
  const old = target.findParent('7')
  target.forgetParents()
  const fresh = target.findParent('7')
  asked[1]?.resolve({ ...parent, title: 'New' })
  await fresh
  asked[0]?.resolve(parent)
  assert.equal((await old)?.title, 'Guide')
  assert.equal((await target.findParent('7'))?.title, 'New')
})
