/** Style sheets: their size, the contrast of text, and that only tokens hold literal values. @module */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { codeScopes } from '../../convert/render/html-code.ts'
import { stylesheet, workStylesheet } from './assets.ts'

const folder = fileURLToPath(new URL('assets/', import.meta.url))
const read = (name: string): string => readFileSync(folder + name, 'utf8')
const tokens = new Map(
  Array.from(
    (read('tokens.css').split('@media')[0] ?? '').matchAll(
      /--([\w-]+): light-dark\(\s*(#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\s*\);/g,
    ),
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
)

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function leastContrast(front: string, back: string): number {
  const [ofFront, ofBack] = [tokens.get(front), tokens.get(back)]
  assert.ok(ofFront !== undefined && ofBack !== undefined, `${front}, ${back}`)
  return Math.min(contrast(ofFront[0], ofBack[0]), contrast(ofFront[1], ofBack[1]))
}

const grounds = ['paper', 'ground', 'sunken', 'raised', 'hover']
const tones = ['info', 'good', 'care', 'stop', 'idea']
const codes = ['comment', 'keyword', 'string', 'number', 'name', 'type'].map((one) => `code-${one}`)

/** Words, and what they stand on: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const words: readonly (readonly [front: string, back: string])[] = [
  ...grounds.flatMap((ground) => ['ink', 'soft', 'faint'].map((ink) => [ink, ground] as const)),
  ...['paper', 'ground', 'raised'].flatMap((ground) =>
    [...tones, 'accent'].map((tone) => [tone, ground] as const),
  ),
  ...tones.map((tone) => [tone, `${tone}-wash`] as const),
  ...tones.flatMap((tone) => [
    ['ink', `${tone}-wash`] as const,
    ['accent', `${tone}-wash`] as const,
  ]),
  ...codes.map((code) => [code, 'sunken'] as const),
  ...(['accent-ink', 'ink'] as const).map((ink) => [ink, 'accent-wash'] as const),
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-stop', 'stop-fill'],
  ['ink', 'mark'],
]

/** Edges and rings: https://www.w3.org/TR/WCAG22/#non-text-contrast */
const signs = grounds.flatMap((ground) => [
  ['focus', ground] as const,
  ...(ground === 'hover' ? [] : [['edge', ground] as const]),
])

test('words and signs stand out from what they stand on, light and dark', () => {
  for (const [pairs, least] of [
    [words, 4.5],
    [signs, 3],
  ] as const) {
    for (const [front, back] of pairs) {
      const found = leastContrast(front, back)
      assert.ok(found >= least, `${front} on ${back}: ${found.toFixed(2)}`)
    }
  }
})

test('only the tokens name colours', () => {
  const literal = /#[0-9a-f]{3,8}\b(?!-)|\b(?:rgb|hsl|light-dark)\(/i
  for (const name of globSync('*.css', { cwd: folder })) {
    const rules = read(name).replaceAll(/\/\*.*?\*\//gs, '')
    assert.equal(literal.test(rules), name === 'tokens.css', name)
  }
})

test('each scope of code has a look', () => {
  const found = read('reader.css').matchAll(/\.hljs-([a-z_-]+)/g)
  const styled = new Set(Array.from(found, ([, scope]) => scope))
  assert.deepEqual([...codeScopes].sort(), [...styled].sort())
})

async function weight(...sheets: readonly (typeof stylesheet)[]): Promise<number> {
  let bytes = 0
  for (const sheet of sheets) bytes += gzipSync(await sheet.bytes(undefined), { level: 9 }).length
  return bytes
}

test('what readers load is at most 10 KiB, and all styles are at most 15', async () => {
  const read = await weight(stylesheet)
  assert.ok(read <= 10 * 1024, `readers load ${read} bytes`)
  const all = await weight(stylesheet, workStylesheet)
  assert.ok(all > read && all <= 15 * 1024, `all are ${all} bytes`)
})
