/** A real Chromium for tests, unpacked once for each machine. @module */
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

/** Nothing but this machine can be reached, whatever a page asks for. */
const offline = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/** Start a browser; the caller closes it. */
export async function startBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', offline]
  return chromium.launch({ executablePath: await unpackedChromium(), args })
}

/** Test files run at once, so the program must not be there before it is whole. */
async function unpackedChromium(): Promise<string> {
  const packed = new URL('../../bin/chromium.br', import.meta.resolve('@sparticuz/chromium'))
  const program = join(tmpdir(), `markport-chromium-${statSync(packed).size}`)
  if (existsSync(program)) return program
  const partial = `${program}-${randomUUID()}`
  const target = createWriteStream(partial, { mode: 0o700 })
  await pipeline(createReadStream(packed), createBrotliDecompress(), target)
  renameSync(partial, program)
  return program
}
