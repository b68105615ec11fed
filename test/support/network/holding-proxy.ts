/** A proxy to PostgreSQL that holds what clients sent and delivers it later, even if they are gone. @module */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Holding = 'silent' | 'cut'

export interface HoldingProxy {
  readonly url: string
  hold(holding: Holding): void
  release(): Promise<void>
  stop(): Promise<void>
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
  readonly kept: Buffer[]
  isHeld: boolean
}

export async function startHoldingProxy(
  url: string,
  /** For controls: without the deadlines of transactions. */
  { isWithoutEnds = false }: { readonly isWithoutEnds?: boolean } = {},
): Promise<HoldingProxy> {
  const target = new URL(url)
  const pairs = new Set<Pair>()
  let holding: Holding | undefined
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const pair: Pair = { near, far, kept: [], isHeld: false }
    pairs.add(pair)
    near.on('error', () => near.destroy())
    far.on('error', () => far.destroy())
    near.on('data', (chunk) => {
      const bytes = isWithoutEnds ? withoutEnds(chunk) : chunk
      pair.isHeld ||= holding !== undefined && chunk.includes('commit')
      if (!pair.isHeld) return void far.write(bytes)
      pair.kept.push(bytes)
      if (holding === 'cut') near.destroy()
    })
    far.on('data', (chunk) => near.write(chunk))
    near.on('close', () => pair.isHeld || far.destroy())
    far.on('close', () => {
      pairs.delete(pair)
      near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    hold(next) {
      holding = next
    },
    async release() {
      holding = undefined
      const held = [...pairs].filter(({ isHeld }) => isHeld)
      await Promise.all(
        held.map(async ({ near, far, kept }) => {
          const closed = once(far, 'close')
          near.destroy()
          // The server executes everything before it notices that the client is gone.
          if (!far.writableEnded) far.end(Buffer.concat(kept))
          await closed
        }),
      )
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      await closed
    },
  }
}

const refusal = "'the transaction came too late'"
/** The protocol message states the length, so it must not change. */
const harmless = "'00:00'".padEnd(refusal.length)

function withoutEnds(chunk: Buffer): Buffer {
  return chunk.includes(refusal)
    ? Buffer.from(chunk.toString('latin1').replaceAll(refusal, harmless), 'latin1')
    : chunk
}
