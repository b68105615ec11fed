import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Space } from '../../src/wiki/import/target-wiki.ts'
import { connectSample } from '../support/delivery/sample-connection.ts'
import { callCli } from '../support/service/run-cli.ts'
import { startTestServer } from '../support/service/test-server.ts'
import { createTestStore } from '../support/store/test-engines.ts'

test('what is purged by command is named as JSON, and is not there any more', async () => {
  const store = await createTestStore('sqlite')
  const server = await startTestServer(store.options)
  const { dataDirectory } = store.options as { dataDirectory: string }
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await callCli([...args, '--data', dataDirectory, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  try {
    const save = async (pageTitle: string): Promise<string> =>
      await server.save({ pageTitle, content: pageTitle })
    const [id, trashed] = [await save('One'), await save('Trashed')]
    await server.post({ pageTitle: 'One', content: 'changed', overwrite: true })
    await run('page', 'trash', trashed)
    const { id: spaceId } = server.space
    const yes = '--yes'
    assert.deepEqual(await run('page', 'purge', id, '--version', '1', yes), { id, version: 1 })
    assert.deepEqual(await run('page', 'purge', id, yes), { id, pages: 1 })
    const trash = await run('trash', 'purge', 'docs', yes)
    assert.deepEqual(trash, { id: spaceId, key: 'DOCS', pages: 1 })
    const purgeTrash = ['trash', 'purge', 'DOCS', yes, '--data', dataDirectory]
    const saysWhoKeeps = async (): Promise<boolean> =>
      /Confluence/.test((await callCli(purgeTrash)).stdout)
    assert.equal(await saysWhoKeeps(), false)
    await connectSample(server, 'ENG')
    assert.equal(await saysWhoKeeps(), true)
    assert.equal((await run('space', 'rename', 'DOCS', 'Handbook')).name, 'Handbook')
    assert.deepEqual(await run('space', 'delete', 'DOCS', yes), { id: spaceId, key: 'DOCS' })
    assert.deepEqual(
      (await run('space', 'list')).map(({ key }: Space) => key),
      ['ENG'],
    )
    await server.createUser('mia')
    assert.deepEqual(await run('user', 'delete', 'mia', yes), { name: 'mia' })
    const again = await callCli(['page', 'purge', id, yes, '--data', dataDirectory])
    assert.deepEqual([again.code, /There is no page/.test(again.stderr)], [1, true])
  } finally {
    await server.stop()
    await store.remove()
  }
})
