/** Crowds of clients that leave at any point of their requests, and the places that they leave behind. @module */
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { seededRandom } from '../base/seeded-random.ts'
import { waitUntil } from '../base/wait-until.ts'

export interface GatedRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const points = [
  'in the head',
  'once all is sent',
  'at the answer',
  'never',
  ...Array.from({ length: 5 }, () => 'in the body'),
]
const ways = ['reset', 'close', 'half-close'] as const
const moments = ['at once', 'with the crowd', 'with the crowd', 'with the crowd'] as const

export interface SeenPlaces {
  readonly taken: Readonly<Record<string, number>>
  readonly waiting: Readonly<Record<string, number>>
}

export interface CrowdOptions {
  readonly crowds: number
  readonly size: number
  readonly seed: number
  readonly isCrowded?: (places: SeenPlaces) => boolean
}

const [maxLooks, maxTries] = [50, 20]

/** A crowd that left before it was seen at the gates is followed by another. */
export async function sendCrowds(
  url: string,
  requests: readonly GatedRequest[],
  { crowds, size, seed, isCrowded = () => true }: CrowdOptions,
): Promise<SeenPlaces> {
  const random = seededRandom(seed)
  const seen = { taken: {} as Record<string, number>, waiting: {} as Record<string, number> }
  let crowded = 0
  for (let tries = 0; crowded < crowds; tries += 1) {
    if (tries === maxTries * crowds) throw new Error('the gates were not crowded')
    const isThere = Promise.withResolvers<void>()
    const clients = Array.from({ length: size }, () =>
      startClient(url, pick(requests, random), isThere.promise, random),
    )
    let isSent = false
    const sent = Promise.all(clients.map((client) => client.sent)).then(() => {
      isSent = true
    })
    let isCrowd = false
    // Looks from the first one on, because slow clients leave their place to those who wait.
    for (let looks = 0; !isCrowd && looks < maxLooks; looks += isSent ? 1 : 0) {
      const now = await placesOf(url)
      for (const kind of ['taken', 'waiting'] as const) {
        for (const [gate, count] of Object.entries(now[kind])) {
          seen[kind][gate] = Math.max(count, seen[kind][gate] ?? 0)
        }
      }
      isCrowd = isCrowded(now)
    }
    await sent
    if (isCrowd) crowded += 1
    isThere.resolve()
    await Promise.all(clients.map(({ gone }) => gone))
  }
  return seen
}

export async function untilAllFree(url: string): Promise<void> {
  let left = {}
  const areFree = async (): Promise<boolean> => {
    const { taken, waiting } = await placesOf(url)
    left = Object.fromEntries(
      Object.entries({ ...waiting, ...taken }).filter(([gate]) => taken[gate] || waiting[gate]),
    )
    return Object.keys(left).length === 0
  }
  try {
    await waitUntil('all places are free', areFree)
  } catch (error) {
    assert.deepEqual(left, {}, (error as Error).message)
  }
}

export async function placesOf(url: string): Promise<SeenPlaces> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string): Record<string, number> =>
    Object.fromEntries(
      Array.from(text.matchAll(new RegExp(`^${name}\\{gate="([^"]+)"\\} (\\d+)$`, 'gm')), (one) => [
        one[1] as string,
        Number(one[2]),
      ]),
    )
  return { taken: read('markport_places_taken'), waiting: read('markport_places_waiting') }
}

interface Client {
  readonly sent: Promise<void>
  readonly gone: Promise<void>
}

function startClient(
  url: string,
  request: GatedRequest,
  crowd: Promise<void>,
  random: () => number,
): Client {
  const [point, way, moment] = [pick(points, random), pick(ways, random), pick(moments, random)]
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const text = cutAt(point, request, host, random)
  const sent = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    socket.write(text, () => resolve())
  })
  if (point === 'never') socket.resume()
  else if (point === 'at the answer') socket.once('data', () => leave(socket, way))
  else {
    socket.resume()
    const leaving = moment === 'at once' ? sent : Promise.all([sent, crowd])
    void leaving.then(() => leave(socket, way))
  }
  return { sent, gone }
}

function cutAt(
  point: string,
  { method, path, headers, body }: GatedRequest,
  host: string,
  random: () => number,
): string {
  const fields = {
    host,
    connection: 'close',
    'content-length': Buffer.byteLength(body),
    ...headers,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  if (point === 'in the head') return head.slice(0, Math.ceil(random() * (head.length - 1)))
  if (point === 'in the body') return head + body.slice(0, Math.floor(random() * body.length))
  return head + body
}

function leave(socket: Socket, way: (typeof ways)[number]): void {
  if (way === 'half-close') socket.resume().end()
  // A connection whose end is under way is not reset: such a socket would never be closed.
  else if (way === 'reset' && !socket.writableEnded) socket.resetAndDestroy()
  else socket.destroy()
}

function pick<Item>(list: readonly Item[], random: () => number): Item {
  return list[Math.floor(random() * list.length)] as Item
}
