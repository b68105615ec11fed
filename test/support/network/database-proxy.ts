/** A way to PostgreSQL that can be cut, closed or silent, as a network is on its bad days. @module */
import { connect, createServer, type Socket } from 'node:net'

export interface DatabaseProxy {
  readonly url: string
  readonly port: number
  readonly greetings: string[]
  readonly roundTrips: number
  setSilent(isSilent: boolean): void
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const greetings: string[] = []
  let isSilent = false
  let roundTrips = 0
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const server = createServer((client) => {
    const upstream = track(connect(Number(target.port), target.hostname))
    track(client).once('data', (chunk) => greetings.push(chunk.toString('latin1')))
    let isAsking = false
    client.on('data', () => {
      if (!isAsking) roundTrips += 1
      isAsking = true
    })
    upstream.on('data', () => {
      isAsking = false
    })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('data', (chunk) => isSilent || to.write(chunk))
      from.on('close', () => to.destroy())
    }
  })
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as { port: number }
  const through = new URL(url)
  through.port = String(port)
  return {
    url: through.href,
    port,
    greetings,
    get roundTrips() {
      return roundTrips
    },
    setSilent(silent) {
      isSilent = silent
    },
    async stop() {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    start: () => listen(port),
  }
}
