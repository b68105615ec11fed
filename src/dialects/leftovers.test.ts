/** What is noticed of a document that no reader knows all of. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contextOf, linesOf } from '../../test/support/conversion/dialect-lines.ts'
import { noticeLeftovers } from './leftovers.ts'

describe('leftovers', () => {
  for (const [document, ...expected] of [
    ['a\n{% if b %}\n{% endif %}\n{% if c %}', '{% … %} (if):2'],
    ['{% hint %}', '{% … %} (hint):1'],
    ['{{ name }} {{< x >}}', '{{< … >}} (x):1', '{{ … }}:1'],
    ['!!! foo\n!!! note\n??? foo', '!!! (foo):1'],
    ['--8<-- "https://a.b/c"', '--8<--:1'],
    ['[[a]] [[_TOC_]]', '[[ … ]]:1'],
    ['=== "A"\n/// b', '=== "":1', '/// (b):2'],
    ['[[_TOC_]] [[toc]]'],
    ['`{% if %}`\n\n```\n{{ a }}\n```'],
    [':::note\n:::'],
  ] as const) {
    test(`in ${document.replaceAll('\n', ' ')}`, () => {
      const noticed: string[] = []
      noticeLeftovers(linesOf(document), new Set(), contextOf({}, noticed))
      assert.deepEqual(
        noticed,
        expected.map((one) => `syntax-shown ${one}`),
      )
    })
  }
})
