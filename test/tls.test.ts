/** HTTPS: served with the given certificate, and with the new one after its files changed. @module */
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type PeerCertificate } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { startTestServer, type TestServer } from './support/test-server.ts'

const fixtures = fileURLToPath(new URL('fixtures/tls', import.meta.url))

let folder: string
let server: TestServer
const certFile = (): string => join(folder, 'cert.pem')
const keyFile = (): string => join(folder, 'key.pem')

function install(name: 'first' | 'second'): void {
  copyFileSync(join(fixtures, `${name}-key.pem`), keyFile())
  copyFileSync(join(fixtures, `${name}-cert.pem`), certFile())
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'markport-tls-'))
  install('first')
  server = await startTestServer(
    { dataDirectory: join(folder, 'data') },
    { tls: { certFile: certFile(), keyFile: keyFile() } },
  )
})
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

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

async function serialAfterChange(before: string): Promise<string> {
  for (;;) {
    const { serialNumber } = await peerCertificate()
    if (serialNumber !== before) return serialNumber
    await wait(100)
  }
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
  // Longer than the interval at which the files are looked at.
  await wait(2_500)
  assert.equal((await peerCertificate()).serialNumber, serialNumber)
})

test('serves a new certificate without a restart', async () => {
  const { serialNumber } = await peerCertificate()
  install('second')
  assert.notEqual(await serialAfterChange(serialNumber), serialNumber)
})
