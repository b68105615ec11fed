/** One file that pages load, under an address that changes with its content. @module */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Context } from 'hono'
import { type ContentCoding, chooseCoding, compress } from '../http/content-coding.ts'
import type { WebScope } from './web-scope.ts'

export interface Asset {
  readonly type: string
  readonly path: string
  readonly bytes: (coding: ContentCoding | undefined) => Promise<Uint8Array<ArrayBuffer>>
}

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

/** Compressing larger files at the highest level takes seconds for about one percent. */
const maxThoroughBytes = 256 * 1024

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

export function readAsset(name: string): Buffer<ArrayBuffer> {
  return readFileSync(new URL(`assets/${name}`, import.meta.url))
}

const spare = /("[^"]*")|\/\*.*?\*\/|\s*([{};,>])\s*|(?<=:)\s+|(\s+)/gs

/** Read and join stylesheets. `url(icon:NAME)` becomes an icon of the sprite, for use as a mask. */
export function readStyles(names: readonly string[]): Buffer<ArrayBuffer> {
  const sprite = readAsset('icons.svg').toString()
  const css = Buffer.concat(names.map(readAsset))
    .toString()
    .replaceAll(spare, (_, quoted, sign, space) => quoted ?? sign ?? (space ? ' ' : ''))
  return Buffer.from(
    css.replaceAll(/url\(icon:([a-z0-9-]+)\)/g, (_, name) => iconUrl(sprite, name)),
  )
}

function iconUrl(sprite: string, name: string): string {
  const shapes = new RegExp(`<symbol id="${name}"[^>]*>(.*?)</symbol>`).exec(sprite)?.[1]
  if (shapes === undefined) throw new Error(`there is no icon ${name}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`
  return `url("data:image/svg+xml,${svg.replaceAll('"', "'").replaceAll('<', '%3c').replaceAll('#', '%23')}")`
}

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
