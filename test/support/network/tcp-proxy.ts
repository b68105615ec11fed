/** A TCP proxy on loopback that can be aimed elsewhere, held up and cut, as networks do. @module */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  aim(port: number): void
  pause(): void
  resume(): void
  cut(): void
  stop(): Promise<void>
}

export async function startTcpProxy(): Promise<TcpProxy> {
  let target = 0
  let isPaused = false
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.setNoDelay(true)
      // The other side learns it from the end of its own connection.
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    if (!isPaused) join(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const [near] of pairs) near.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    aim(port) {
      target = port
    },
    pause() {
      isPaused = true
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    resume() {
      isPaused = false
      for (const pair of pairs) join(pair)
    },
    cut,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}

function join([near, far]: readonly [Socket, Socket]): void {
  near.pipe(far)
  far.pipe(near)
}
