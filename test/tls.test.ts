/** HTTPS: served with the given certificate, and with the new one after its files changed. @module */
import assert from 'node:assert/strict'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connect, type PeerCertificate } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { waitUntil } from './support/base/wait-until.ts'
import { startTestServer, type TestServer } from './support/service/test-server.ts'

const fixtures = fileURLToPath(new URL('fixtures/tls', import.meta.url))

let folder: string
let server: TestServer
const logged: string[] = []
const certFile = (): string => join(folder, 'cert.pem')
const keyFile = (): string => join(folder, 'key.pem')

function install(name: 'first' | 'second'): void {
  copyFileSync(join(fixtures, `${name}-key.pem`), keyFile())
  copyFileSync(join(fixtures, `${name}-cert.pem`), certFile())
}

before(async () => {
  folder = temporaryFolder()
  install('first')
  const tls = { certFile: certFile(), keyFile: keyFile() }
  server = await startTestServer({ dataDirectory: join(folder, 'data') }, { tls }, logged)
})
after(() => server.stop())

function peerCertificate(options: { maxVersion?: 'TLSv1.1' } = {}): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(server.url)
    const socket = connect(
      { host: '127.0.0.1', port: Number(port), rejectUnauthorized: false, ...options },
      () => {
        resolve(socket.getPeerCertificate())
        socket.end()
      },
    )
    socket.on('error', reject)
  })
}

test('serves HTTPS, and says so in its address', async () => {
  assert.match(server.endpoint, /^https:/)
  const { subject } = await peerCertificate()
  assert.equal(subject.CN, 'localhost')
})

test('refuses TLS below 1.2', async () => {
  await assert.rejects(peerCertificate({ maxVersion: 'TLSv1.1' }))
})

test('keeps serving with the old certificate while the new files are broken', async () => {
  const { serialNumber } = await peerCertificate()
  writeFileSync(certFile(), '-----BEGIN CERTIFICATE-----\nhalf of it')
  await waitUntil('the new files are read', () => logged.some((line) => /not reloaded/.test(line)))
  assert.equal((await peerCertificate()).serialNumber, serialNumber)
})

test('serves a new certificate without a restart', async () => {
  const { serialNumber } = await peerCertificate()
  install('second')
  await waitUntil(
    'another certificate is served',
    async () => (await peerCertificate()).serialNumber !== serialNumber,
  )
})
