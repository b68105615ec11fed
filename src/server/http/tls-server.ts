/** TLS for the listening socket; the certificate is reloaded when its files change. @module */
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { RequestListener, ServerOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { Log } from '../../contract/base/log.ts'

export interface TlsFiles {
  readonly certFile: string
  readonly keyFile: string
}

export class TlsFilesError extends Error {
  override readonly name = 'TlsFilesError'
}

const tlsHandshakeTimeoutMs = 10_000
const certificateCheckIntervalMs = 2_000

export function createTlsServer(
  files: TlsFiles,
  options: ServerOptions,
  listener: RequestListener,
  log: Log,
): Server {
  let certificate: ReturnType<typeof readTls>
  try {
    certificate = readTls(files)
  } catch (error) {
    throw new TlsFilesError((error as Error).message, { cause: error })
  }
  const minVersion = 'TLSv1.2'
  const handshakeTimeout = tlsHandshakeTimeoutMs
  const server = createServer(
    { ...options, ...certificate, handshakeTimeout, minVersion },
    listener,
  )
  const reload = (): void => {
    try {
      server.setSecureContext({ ...readTls(files), minVersion })
      log.info({}, 'certificate reloaded')
    } catch (error) {
      log.error({ error }, 'certificate not reloaded')
    }
  }
  for (const file of [files.certFile, files.keyFile]) {
    watchFile(file, { interval: certificateCheckIntervalMs, persistent: false }, reload)
  }
  return server
}

export function unwatchTls({ certFile, keyFile }: TlsFiles): void {
  for (const file of [certFile, keyFile]) unwatchFile(file)
}

function readTls(files: TlsFiles): { cert: Buffer; key: Buffer } {
  const certificate = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }
  // Throws for a half-written pair, so that it does not replace the one in use.
  createSecureContext(certificate)
  return certificate
}
