/** SVG images come out harmless, or not at all; what browsers make of them is tried in one. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { harmlessSvg, hostileSvgs, refusedSvgs } from '../../test/support/samples/hostile-svgs.ts'
import { listed } from '../../test/support/samples/listed.ts'
import {
  knownAttributes,
  knownElements,
  parseXml,
  properties,
  type SanitizedSvg,
  sanitizeSvg,
  type XmlElement,
} from './sanitize-svg.ts'

const sanitize = (svg: string): SanitizedSvg | undefined => sanitizeSvg(Buffer.from(svg))
const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`

function assertHarmless({ name, attributes, children }: XmlElement): void {
  assert.ok(knownElements.has(name), name)
  for (const [key, value] of attributes) {
    const isKnown = knownAttributes.has(key) || properties.has(key)
    assert.ok(isKnown || ['href', 'style', 'xml:space', 'xmlns'].includes(key), key)
    if (key === 'href') assert.match(value, /^#/)
    if (key !== 'id' && key !== 'class') assert.doesNotMatch(value, /url\(\s*["']?[^#"'\s]/i)
  }
  for (const child of children) if (typeof child !== 'string') assertHarmless(child)
}

describe('an SVG image', () => {
  test('comes out as it was when nothing in it does harm', () => {
    const size = { width: 40, height: 30 }
    assert.deepEqual(sanitize(harmlessSvg), { svg: harmlessSvg, isReduced: false, size })
  })

  test('keeps nothing that could do harm', () => {
    assert.ok(hostileSvgs.length >= 60)
    for (const hostile of hostileSvgs) {
      const sanitized = sanitize(hostile)
      if (sanitized === undefined) continue
      const root = parseXml(sanitized.svg)
      assert.ok(root, hostile)
      assertHarmless(root)
      assert.equal(sanitize(sanitized.svg)?.svg, sanitized.svg)
    }
  })

  for (const refused of refusedSvgs) {
    test(`is refused: ${JSON.stringify(refused.slice(0, 90))}`, () => {
      assert.equal(sanitize(refused), undefined)
    })
  }

  test('is refused in another encoding', () => {
    assert.equal(sanitizeSvg(Buffer.from(svg(''), 'utf16le')), undefined)
    assert.equal(sanitizeSvg(Buffer.from([...Buffer.from(svg('')), 0xff])), undefined)
  })

  for (const [fact, before, after] of [
    ['loses comments', '<g/><!-- a -->', '<g/>'],
    ['keeps what a link holds', '<a href="https://x/"><g/></a>', '<g/>'],
    ['keeps the text of CDATA', '<text><![CDATA[<a>]]></text>', '<text>&lt;a&gt;</text>'],
    [
      'keeps the outermost characters by their numbers',
      '<text>&#1114111;&#xD7FF;&#xE000;</text>',
      '<text>\u{10ffff}\ud7ff\ue000</text>',
    ],
    [
      'loses what drawing programs keep there',
      '<sodipodi:namedview a="b"/><metadata>a</metadata>',
      '',
    ],
    ['keeps a reference in either notation', '<use xlink:href="#a"/>', '<use href="#a"/>'],
    [
      'keeps the plain part of a style',
      '<g style="fill:red;behavior:url(x);color:var(--a)"/>',
      '<g style="fill:red;color:var(--a)"/>',
    ],
  ] as const) {
    test(fact, () => {
      const root = (inside: string): string => svg(inside).replace('></svg>', '/>')
      const expected = after === '' ? root(after) : svg(after)
      assert.deepEqual(sanitize(svg(before)), { svg: expected, isReduced: false, size: undefined })
    })
  }

  test('may have a declaration and the public document type', () => {
    const head =
      '\uFEFF<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- a -->\n'
    assert.equal(sanitize(head + harmlessSvg)?.svg, harmlessSvg)
  })

  for (const [written, size] of [
    [' width="4" height="3px"', { width: 4, height: 3 }],
    [' viewBox="0 0 4.4,3"', { width: 4, height: 3 }],
    [' width="8" viewBox="0 0 4 3"', { width: 8, height: 3 }],
    [' width="100%" height="3"', undefined],
    [' width="0" height="3"', undefined],
    ['', undefined],
  ] as const) {
    test(`tells its size from${written || ' nothing'}`, () => {
      assert.deepEqual(sanitize(svg('', written))?.size, size)
    })
  }

  test('is said to be reduced when something is missing', () => {
    for (const inside of listed(
      '<script/>¦<foreignObject/>¦<image href="data:image/png;base64,AAAA"/>¦<animate/>',
      '<g onclick="a"/>¦<use href="a#b"/>¦<g fill="url(a#b)"/>¦<style>@import "a"</style>',
      '<style>@media all{g{fill:red}}</style>¦<style>g{fill:url(a)}</style>',
      '<style><g/></style>',
    )) {
      assert.equal(sanitize(svg(inside))?.isReduced, true, inside)
    }
  })
})
