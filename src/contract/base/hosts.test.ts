/** What was looked up is what is connected to, and is no address of a private network. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listed } from '../../../test/support/samples/listed.ts'
import { isPrivateAddress, lookUpPublic } from './hosts.ts'
import { sendOnce } from './wire.ts'

test('addresses of private networks are told from those of the internet and of this machine', () => {
  const hosts = ['10.1.2.3', '172.31.0.1', '169.254.169.254', '168.63.129.16', '[fe80::1]', '[::]']
  for (const host of [
    ...hosts,
    '0.0.0.0',
    '[::ffff:192.168.0.1]',
    '[2002:a00:1::]',
    '[64:ff9b:1::808:808]',
    '[64:ff9b:0:0:1::808]',
    // DNS64 forms of 10.0.0.1, 169.254.169.254, 127.0.0.1 and 0.0.0.0.
    '[64:ff9b::a00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::]',
    '[64:ff9b::10.1.2.3]',
    '[64:ff9b:0:0:0:0:c0a8:1]',
    // Other spellings of 10.0.0.1.
    '167772161',
    '0xa.1',
    '012.0.0.1',
  ]) {
    assert.ok(isPrivateAddress(`https://${host}/`), host)
  }
  for (const host of listed(
    '8.8.8.8¦172.32.0.1¦[2606:4700::1111]¦[64:ff9b::808:808]¦[64:ff9b::100:1]',
    '[64:ff9b::8.8.8.8]¦127.0.0.1¦[::1]¦a.example',
  )) {
    assert.ok(!isPrivateAddress(`https://${host}/`), host)
  }
})

test('a name is connected to where it leads to the internet, or means this machine', async () => {
  const look = (name: string) =>
    new Promise((resolve, reject) =>
      lookUpPublic(name, {}, (error, found) => (error === null ? resolve(found) : reject(error))),
    )
  assert.match(String(await look('localhost')), /^(?:127\.|::1)/)
  await assert.rejects(look('10.0.0.1'), { code: 'PRIVATE-ADDRESS' })
  const wire = { url: 'https://192.168.0.1/', method: 'GET', headers: {}, body: undefined }
  const limits = { timeoutMs: 60_000, maxAnswerBytes: 1, isPublicOnly: true }
  await assert.rejects(sendOnce(wire, limits), { code: 'PRIVATE-ADDRESS', isSent: false })
})
