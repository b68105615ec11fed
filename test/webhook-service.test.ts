import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import {
  isSigned,
  type Message,
  newSecret,
  startReceiver,
} from './support/network/webhook-receiver.ts'
import { prepareStore } from './support/prepared-store.ts'
import { callCli } from './support/service/run-cli.ts'
import { startService } from './support/service/service-process.ts'
import { send } from './support/service/test-server.ts'
import { createTestStore } from './support/store/test-engines.ts'

test('a webhook is told of a change though its service was killed behind the commit', async () => {
  const store = await createTestStore('sqlite')
  const receiver = await startReceiver()
  const folder = temporaryFolder()
  const at =
    'dataDirectory' in store.options
      ? ['--data', store.options.dataDirectory]
      : ['--database-url', store.options.databaseUrl]
  const call = async (...args: string[]) => {
    const { code, stdout, stderr } = await callCli(['webhook', ...args, ...at, '--json'])
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  try {
    const { database, space, token } = await prepareStore(store.options)
    await database.close()
    const file = join(folder, 'secret')
    const secret = newSecret()
    writeFileSync(file, `${secret}\n`)
    const { id } = await call('add', 'DOCS', receiver.url, '--secret-file', file)
    const killed = await startService(store.options)
    const fields = { spaceId: space.id, parentId: space.homepageId, pageTitle: 'T', content: 'x' }
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await send(killed.endpoint, JSON.stringify(fields), headers)).status, 201)
    await killed.end('SIGKILL')
    const service = await startService(store.options)
    try {
      await waitUntil('it is told', () => receiver.messages.length > 0, { limitMs: 180_000 })
      assert.ok(await isSigned(receiver.messages[0] as Message, secret))
      await waitUntil('none waits', async () => (await call('list'))[0].waiting === 0)
      const [listed] = await call('list')
      assert.deepEqual([listed.id, listed.space, listed.state], [id, 'DOCS', 'active'])
      assert.equal((await call('retry', id)).id, id)
      assert.deepEqual(await call('delete', id), { id })
      assert.deepEqual(await call('list'), [])
    } finally {
      await service.end('SIGTERM')
    }
  } finally {
    await receiver.close()
    await store.remove()
  }
})
