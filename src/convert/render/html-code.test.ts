/** Colours of code: the text stays as it is, whatever it is, and hostile code costs little. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { endlessBudget } from '../../../test/support/base/endless-budget.ts'
import { listed } from '../../../test/support/samples/listed.ts'
import { textPayloads } from '../../../test/support/samples/payloads.ts'
import type { AdfNode } from '../adf/types.ts'
import { adfToHtml } from './adf-to-html.ts'
import { escapeHtml } from './escape.ts'
import { codeScopes, findGrammar, grammarNames, highlight } from './html-code.ts'

const openTag = /<span class="hljs-([a-z_-]+)">/g

function withoutSpans(html: string): string {
  return html.replace(openTag, '').replaceAll('</span>', '')
}

function page(...blocks: [language: string, code: string][]): string {
  const content = blocks.map(
    ([language, text]): AdfNode<'codeBlock'> => ({
      type: 'codeBlock',
      attrs: { language },
      content: [{ type: 'text', text }],
    }),
  )
  return adfToHtml({ version: 1, type: 'doc', content })
}

const sample = `<?php /* a */ # b
import "x" -- c
+ added
function f(a) { return 'b' + 1.5; } // d
key: [true, null] <b c="d">e</b> $f @g :h \\i{j} %k
`

describe('coloured code', () => {
  test('has colours in every language on the list', () => {
    for (const name of grammarNames()) {
      const html = highlight(sample, name, endlessBudget) ?? ''
      assert.match(html, /<span class="hljs-/, name)
      assert.equal(withoutSpans(html), escapeHtml(sample), name)
      for (const [, scope] of html.matchAll(openTag)) assert.ok(codeScopes.has(scope ?? ''), scope)
    }
  })

  test('is the code, whatever it is', () => {
    const names = grammarNames()
    const part = fc.oneof(fc.string(), fc.constantFrom(...textPayloads, sample, '\r\n', '\u0000'))
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.array(part, { maxLength: 8 }), (name, parts) => {
        const code = parts.join('')
        const html = highlight(code, name, endlessBudget) ?? escapeHtml(code)
        assert.equal(withoutSpans(html), escapeHtml(code))
        const opened = [...html.matchAll(openTag)].length
        assert.equal(opened, html.split('</span>').length - 1)
      }),
      { numRuns: 150 },
    )
  })

  test('goes by the names that ADF and writers use', () => {
    for (const name of listed('shell¦c++¦C#¦objective-c¦visualbasic¦html¦JSX¦toml')) {
      assert.ok(findGrammar(name), name)
    }
    for (const name of ['', 'constructor', '__proto__', 'plaintext', 'klingon']) {
      assert.equal(findGrammar(name), undefined, name)
    }
  })
})

describe('code without colours', () => {
  test('is code that is too long, in one block, in one line or in all', () => {
    const line = 'let a = 1\n'
    assert.doesNotMatch(page(['js', line.repeat(5_001)]), /hljs/)
    assert.doesNotMatch(page(['js', `let a = '${'b'.repeat(1_000)}'`]), /hljs/)
    const many = page(
      ...Array.from({ length: 21 }, () => ['js', line.repeat(1_000)] as [string, string]),
    )
    assert.ok(many.split('hljs-keyword').length - 1 <= 20_000)
    assert.ok(many.endsWith('let a = 1\n</code></pre>'))
  })

  test('is what takes too long, and what comes after it', () => {
    const hostile: [string, string][] = [
      ['markdown', '[a]('.repeat(12_000).replace(/.{900}/g, '$&\n')],
      ['csharp', 'let\n'.repeat(12_000)],
      ['c', 'A'.repeat(49_000).replace(/.{900}/g, '$&\n')],
      ['java', '$'.repeat(49_000).replace(/.{900}/g, '$&\n')],
      ['ini', 'a.'.repeat(24_000).replace(/.{900}/g, '$&\n')],
    ]
    const small = Array.from({ length: 5_000 }, () => ['html', '<a>'] as [string, string])
    const html = page(...hostile, ...hostile, ...hostile, ...hostile, ...small)
    assert.equal(withoutSpans(html).split('<code').length - 1, 5_020)
    assert.ok(html.endsWith('&lt;a&gt;</code></pre>'))
    assert.match(highlight('let a = "b"', 'csharp', endlessBudget) ?? '', /hljs-string/)
  })
})
