/** Formulas: what becomes of TeX, and that nothing but known MathML comes out, in little time. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { endlessBudget } from '../../../test/support/base/endless-budget.ts'
import { addressPayloads, textPayloads } from '../../../test/support/samples/payloads.ts'
import { timeBudget } from '../../contract/base/time-budget.ts'
import { texToMathml } from './tex-to-mathml.ts'

const render = (tex: string): string | undefined => texToMathml(tex, endlessBudget)

type HtmlNode = DefaultTreeAdapterMap['node']
const safeTag =
  /^(?:#text|#document-fragment|math|semantics|annotation|mrow|mi|mn|mo|ms|mtext|mspace|mstyle|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover|munderover|mmultiscripts|mprescripts|mpadded|mphantom|menclose|mtable|mtr|mtd)$/
const safeName =
  /^(?:accent|accentunder|columnspan|depth|display|displaystyle|encoding|fence|form|height|largeop|linethickness|lspace|mathsize|mathvariant|maxsize|minsize|movablelimits|rowspan|rspace|scriptlevel|separator|stretchy|symmetric|voffset|width)$/

function strangeParts(html: string): string[] {
  const found: string[] = []
  const visit = (node: HtmlNode): void => {
    if (!safeTag.test(node.nodeName)) found.push(node.nodeName)
    if ('attrs' in node) {
      for (const { name, value } of node.attrs) {
        const isClass =
          name === 'class' &&
          /^(?:(?:tml|math)-[a-z-]+|upstrike|downstrike|sout|mathcal| )+$/.test(value)
        const isSafe = safeName.test(name) && /^[A-Za-z0-9.+%/ -]+$/.test(value)
        if (!isClass && !isSafe) found.push(`${name}=${value}`)
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parseFragment(html))
  return found
}

describe('a formula', () => {
  for (const [tex, expected] of [
    ['\\frac{a}{b}', /<mfrac><mi>a<\/mi><mi>b<\/mi><\/mfrac>/],
    ['\\begin{pmatrix}1&2\\end{pmatrix}', /<mtable><mtr><mtd [^>]*><mn>1<\/mn><\/mtd>/],
    ['\\begin{aligned}a&=b\\end{aligned}', /<mtd class="tml-right math-flush-start [^>]*><mi>a</],
    ['\\begin{array}{c|c}a&b\\end{array}', /<mtd class="math-line-after[^>]*><mi>a</],
    ['\\boxed{x}', /class="math-box"><mi>x</],
    ['\\color{red}x', /<mi>x<\/mi>/],
    ['a<b', /<mo>&lt;<\/mo>.*<annotation encoding="application\/x-tex">a&lt;b<\/annotation>/],
    ['\\begin{equation}x\\end{equation}', /<mi>x<\/mi>/],
  ] as const) {
    test(`${tex} is MathML, with the TeX beside it`, () => {
      const html = render(tex) ?? ''
      assert.match(html, /^<math display="block"><semantics>.*<\/annotation><\/semantics><\/math>$/)
      assert.match(html, expected)
      assert.deepEqual(strangeParts(html), [])
    })
  }

  for (const tex of [
    '\\href{javascript:alert(1)}{x}',
    '\\href{https://example.org}{x}',
    '\\url{https://example.org}',
    '\\includegraphics{https://example.org/a.png}',
    '\\class{a}{x}',
    '\\style{color:red}{x}',
    '\\id{a}{x}',
    '\\data{a=b}{x}',
    '\\htmlClass{a}{x}',
    '\\label{a}x\\ref{a}',
    '\\texttip{a}{b}',
    '\\documentclass{article}',
    '\\frac{',
    '\\unknown',
    '',
    ' \n',
    'x'.repeat(5_001),
  ]) {
    test(`${JSON.stringify(tex.slice(0, 40))} is none`, () => assert.equal(render(tex), undefined))
  }
})

test('the check finds what does not belong into a formula (control)', () => {
  for (const html of [
    '<math href="a"></math>',
    '<math><a>x</a></math>',
    '<math><mi style="color:red">x</mi></math>',
    '<math><mi class="x">x</mi></math>',
  ]) {
    assert.notDeepEqual(strangeParts(html), [])
  }
})

test('TeX of any kind becomes plain MathML or nothing', () => {
  const commands =
    '\\text \\mbox \\color \\colorbox \\fcolorbox \\href \\class \\style \\label \\tag \\ref \\boxed \\rule \\kern \\raisebox \\def \\begin{array} \\end{array} \\begin{align} \\end{align} \\cancel \\verb \\char \\operatorname \\mathrm \\left( \\right) \\tooltip \\texttip { } [ ] & ^ _ # $ \\\\ % 1 x red'
  const part = fc.oneof(
    fc.constantFrom(...commands.split(' ')),
    fc.constantFrom(...textPayloads, ...addressPayloads),
    fc.string({ maxLength: 4 }),
  )
  let rendered = 0
  const check = (tex: string): void => {
    const html = render(tex)
    if (html === undefined) return
    rendered += 1
    assert.deepEqual(strangeParts(html), [], tex)
  }
  for (const payload of [...textPayloads, ...addressPayloads]) {
    for (const command of ['text', 'mathrm', 'color', 'operatorname', 'tag', 'label', 'class']) {
      check(`\\${command}{${payload}}`)
    }
  }
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => check(parts.join(''))),
    { numRuns: 300 },
  )
  assert.ok(rendered > 200, `${rendered} rendered`)
})

describe('hostile TeX ends, and not in much', () => {
  const nested = (open: string, count: number, close: string): string =>
    open.repeat(count) + close.repeat(count)
  for (const [name, tex] of [
    ['a loop', '\\def\\a{\\a\\a}\\a'],
    [
      'growing macros',
      '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b}\\c\\c\\c\\c',
    ],
    ['braces', nested('{', 2_400, '}')],
    ['scripts', 'x_'.repeat(2_000)],
    ['a wide matrix', `\\begin{matrix}${'&'.repeat(2_000)}${'\\\\'.repeat(900)}\\end{matrix}`],
    ['a matrix in a matrix', nested('\\begin{matrix}', 180, '\\end{matrix}')],
    ['a giant rule', '\\rule{9999em}{9999em}'],
  ] as const) {
    test(name, () => {
      const html = texToMathml(tex, timeBudget(250)) ?? ''
      assert.ok(html.length <= 200_000)
      assert.doesNotMatch(html, /="9999/)
    })
  }
})
