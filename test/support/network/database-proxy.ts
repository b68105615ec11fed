/** A way to PostgreSQL that can be cut, closed, silent or late, as a network is on its bad days. @module */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What becomes of clients whose commits are held up. */
export type Holding = 'silent' | 'cut'

export interface DatabaseProxy {
  readonly url: string
  readonly greetings: string[]
  readonly roundTrips: number
  setSilent(isSilent: boolean): void
  /** Keep commits from now on, and what their clients send behind them. */
  hold(holding: Holding): void
  /** Deliver what was held, though its clients are gone. */
  release(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

interface Pair {
  readonly near: Socket
  readonly far: Socket
  readonly kept: Buffer[]
  isHeld: boolean
}

export async function startDatabaseProxy(
  url: string,
  /** For controls: without the deadlines of transactions. */
  { isWithoutEnds = false }: { readonly isWithoutEnds?: boolean } = {},
): Promise<DatabaseProxy> {
  const target = new URL(url)
  const pairs = new Set<Pair>()
  const greetings: string[] = []
  let holding: Holding | undefined
  let isSilent = false
  let roundTrips = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const pair: Pair = { near, far, kept: [], isHeld: false }
    pairs.add(pair)
    for (const socket of [near, far]) socket.on('error', () => socket.destroy())
    near.once('data', (chunk) => greetings.push(chunk.toString('latin1')))
    let isAsking = false
    near.on('data', (chunk) => {
      if (!isAsking) roundTrips += 1
      isAsking = true
      if (isSilent) return
      const bytes = isWithoutEnds ? withoutEnds(chunk) : chunk
      pair.isHeld ||= holding !== undefined && chunk.includes('commit')
      if (!pair.isHeld) return void far.write(bytes)
      pair.kept.push(bytes)
      if (holding === 'cut') near.destroy()
    })
    far.on('data', (chunk) => {
      isAsking = false
      if (!isSilent) near.write(chunk)
    })
    near.on('close', () => pair.isHeld || far.destroy())
    far.on('close', () => {
      pairs.delete(pair)
      near.destroy()
    })
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const through = new URL(url)
  through.port = String(port)
  return {
    url: through.href,
    greetings,
    get roundTrips() {
      return roundTrips
    },
    setSilent(silent) {
      isSilent = silent
    },
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
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      await closed
    },
    start: () => listen(port),
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
