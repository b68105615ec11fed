/** Templates that are meant to harm: they end, stay small, reach nothing, and the next page is read. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { maxOutput } from './liquid-engine.ts'
import { evaluateTemplates } from './template-thread.ts'

const budgetMs = 100
const canary = 'MARKPORT_TEMPLATE_CANARY'
process.env[canary] = 'leaked'

const partials: Readonly<Record<string, string>> = {
  'self.html': '{% include self.html %}',
  'quoted.html': "{% include 'quoted.html' %}",
  'twice.html': "{% include 'twice.html' %}{% include 'twice.html' %}",
  'other.html': '{% include another.html %}',
  'another.html': '{% include other.html %}',
}

function evaluate(
  templates: readonly string[],
): readonly { readonly text?: string; readonly problem?: string }[] {
  const results = evaluateTemplates({
    templates,
    values: { text: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', list: [1, 2, 3] },
    siteValues: { site: { data: {} }, ['__proto__']: { polluted: true } },
    budgetMs,
    partial: (name) => partials[name],
  })
  return results ?? templates.map(() => ({ problem: 'the thread was ended' }))
}

const costly: readonly string[] = [
  '{% for i in (1..1000000000) %}x{% endfor %}',
  '{% for i in (1..30000) %}{% for j in (1..30000) %}{% for k in (1..30000) %}{% endfor %}{% endfor %}{% endfor %}',
  '{% for i in (1..30000) %}{% for j in (1..30000) %}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{% endfor %}{% endfor %}',
  '{% assign a = text %}{% for i in (1..99) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
  '{% capture a %}x{% endcapture %}{% for i in (1..99) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a }}',
  '{% assign a = list %}{% for i in (1..99) %}{% assign a = a | concat: a %}{% endfor %}{{ a | join }}',
  '{% include self.html %}',
  '{% include other.html %}',
  "{% include 'quoted.html' %}",
  "{% include 'twice.html' %}",
  '{{ 1 | date: "%999999999d" }}',
  '{{ text | replace: "a", text | replace: "a", text | replace: "a", text | replace: "a", text | replace: "a", text }}',
  `${'{% if true %}'.repeat(20_000)}${'{% endif %}'.repeat(20_000)}`,
  `{{ text${' | append: text'.repeat(50_000)} }}`,
  `{{ ${'('.repeat(50_000)} }}`,
]

describe('what never ends, or grows without end, is refused, and the next page is read', () => {
  for (const template of costly) {
    test(template.slice(0, 90), () => {
      const [result] = evaluate([template])
      const { length } = result?.text ?? ''
      assert.ok(length <= maxOutput)
      if (!template.includes('{% if')) {
        assert.ok(result?.problem !== undefined || length < 10_000, JSON.stringify(result))
      }
      assert.deepEqual(evaluate(['{{ list | join: "-" }}{{ 1 }}', '{{ 2 }}']).at(-1), {
        text: '2',
      })
    })
  }

  test('a text below the bound is written (control)', () => {
    const [result] = evaluate([`{% for i in (1..30) %}${'x'.repeat(4_000)}{% endfor %}`])
    assert.equal(result?.text?.length, 120_000)
  })
})

describe('no template reaches a program', () => {
  const reaching = [
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'process',
    'global',
    'globalThis',
    'require',
    'module',
    'this',
    'self',
    'Function',
    'env',
    'mainModule',
    'caller',
    'arguments',
    'context',
    'environment',
    'scopes',
    'polluted',
  ]
  const bases = ['text', 'list', 'site', 'site.data', '""', 'include', 'forloop', '[]']
  const name = fc.constantFrom(...reaching)
  const step = fc.oneof(
    name.map((one) => `.${one}`),
    name.map((one) => `["${one}"]`),
    fc.constantFrom('()', '("return process.env")', '("return process.env")()', '[0]', '.size'),
    fc.constantFrom(' | map: "constructor"', ' | first', ' | json'),
  )
  const expression = fc
    .tuple(fc.oneof(fc.constantFrom(...bases), name), fc.array(step, { maxLength: 5 }))
    .map(([base, steps]) => base + steps.join(''))

  test('by any path', () => {
    const templates = fc.array(expression, { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(templates, (expressions) => {
        const results = evaluate(
          expressions.flatMap((one) => [
            `{{ ${one} }}`,
            `{% for a in ${one} %}{{ a }}{{ a.constructor }}{% endfor %}`,
          ]),
        )
        for (const { text = '' } of results) {
          assert.doesNotMatch(text, /leaked|native code|function|\[object (?:process|global)/)
        }
      }),
      { numRuns: 60 },
    )
    assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  })
})
