/** The colours of code: one for each scope, readable by WCAG 2.2 AA, light and dark. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeScopes } from '../render/highlight.ts'

const read = (name: string): string =>
  readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8')
const css = read('code.css')
const pair = /light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/

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

test('colours of code stand out from their ground, light and dark', () => {
  const [, light = '', dark = ''] =
    new RegExp(`--wash: ${pair.source}`).exec(read('base.css')) ?? []
  const colors = [...css.matchAll(new RegExp(pair, 'g'))]
  assert.ok(colors.length >= 5)
  for (const [, onLight = '', onDark = ''] of colors) {
    assert.ok(contrast(onLight, light) >= 4.5, `${onLight} on ${light}`)
    assert.ok(contrast(onDark, dark) >= 4.5, `${onDark} on ${dark}`)
  }
})

test('each scope of code has a look', () => {
  const styled = new Set([...css.matchAll(/\.hljs-([a-z_-]+)/g)].map(([, scope]) => scope))
  assert.deepEqual([...codeScopes].sort(), [...styled].sort())
})
