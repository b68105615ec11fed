/** One file that pages load, under an address that changes with its content. @module */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Context } from 'hono'
import { type ContentCoding, chooseCoding, compress } from '../http/content-coding.ts'
import type { WebScope } from './web-scope.ts'

export interface Asset {
  readonly type: string
  /** Where it is served: another version has another address, and is not found under this one. */
  readonly path: string
  /** Gives its bytes; each coding is made when it is first asked for, and kept. */
  readonly bytes: (coding: ContentCoding | undefined) => Promise<Uint8Array<ArrayBuffer>>
}

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

/** Above this the last percent takes seconds. */
const maxThoroughBytes = 256 * 1024

/**
 * Make an asset.
 * @param name The last part of its address.
 * @param plain Its content.
 */
export function asset(
  name: `${string}.${keyof typeof types}`,
  plain: Buffer<ArrayBuffer> = readAsset(name),
): Asset {
  const digest = createHash('sha256').update(plain).digest('hex').slice(0, 16)
  const effort = plain.length > maxThoroughBytes ? 5 : 9
  const compressed = new Map<ContentCoding, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    type: types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types],
    path: `/assets/${digest}/${name}`,
    async bytes(coding) {
      if (coding === undefined) return plain
      const made = compressed.get(coding) ?? compress(plain, coding, effort)
      compressed.set(coding, made)
      return made
    },
  }
}

/**
 * Read a file of the assets.
 * @param name Its name.
 */
export function readAsset(name: string): Buffer<ArrayBuffer> {
  return readFileSync(new URL(`assets/${name}`, import.meta.url))
}

/**
 * Answer with an asset.
 * @param c The request for its address.
 * @param asset The asset.
 * @param headers Further headers.
 */
export async function answerAsset(
  c: Context<WebScope>,
  { type, bytes }: Asset,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const coding = chooseCoding(c.req.header('accept-encoding'))
  const body = await bytes(coding)
  return c.body(body, 200, {
    ...headers,
    ...(coding && { 'Content-Encoding': coding }),
    'Content-Type': type,
    'Content-Length': String(body.length),
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
  })
}
