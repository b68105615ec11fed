/** A receiver of webhooks on a real socket, and what receivers do with signatures. @module */
import { randomBytes, webcrypto } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally, stopServer } from './listen-locally.ts'

export interface Message {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly json: {
    type: string
    data: { id: string; pageId?: string; version?: { number: number } }
  }
}

export type Answer = (message: Message, response: ServerResponse) => void

export const taken: Answer = (_, response) => void response.writeHead(204).end()

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => void response.writeHead(code, headers).end()
}

export interface Receiver {
  readonly messages: readonly Message[]
  readonly url: string
  answer: Answer
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const messages: Message[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const message = { path, headers: request.headers, body, json: JSON.parse(body) }
    messages.push(message)
    receiver.answer(message, response)
  })
  const receiver: Receiver = {
    messages,
    url: `${await listenLocally(server)}/hook?key=1`,
    answer: taken,
    close: () => stopServer(server),
  }
  return receiver
}

export const newSecret: () => string = () => `whsec_${randomBytes(32).toString('base64')}`

export async function isSigned({ headers, body }: Message, secret: string): Promise<boolean> {
  const bytes = Buffer.from(secret.slice(6), 'base64')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('raw', bytes, hmac, false, ['verify'])
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const all = String(headers['webhook-signature']).split(' ')
  const checks = all.map((one) =>
    webcrypto.subtle.verify(
      hmac,
      key,
      Buffer.from(one.replace(/^v1,/, ''), 'base64'),
      Buffer.from(text),
    ),
  )
  return (await Promise.all(checks)).includes(true)
}
