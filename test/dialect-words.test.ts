/** Readers of dialects take any document, and lose no word of it. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DialectName } from '../src/dialects/dialects.ts'
import { readDialects } from '../src/dialects/read-dialects.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import { exampleContext } from './support/conversion/dialect-examples.ts'

/** What stands in every kind of document. */
const common = [
  ...[
    '\n',
    '\n',
    '\n\n',
    '\n    ',
    '\n        ',
    '\n- ',
    '\n1. ',
    '\n> ',
    '\n# ',
    '\n\t',
    ' | ',
    '| ',
  ],
  ...[
    '`',
    '``',
    '\n```\n',
    '\n~~~\n',
    '$',
    '*',
    '[',
    ']',
    '](a.md)',
    '<b>',
    '</b>',
    '<!--',
    '-->',
    '\\',
  ],
]

const tokens: Partial<Record<DialectName, readonly string[]>> = {
  mkdocs: [
    ...[
      '\n!!! note\n    ',
      '\n!!! my-type "',
      '"\n    ',
      '\n??? tip\n    ',
      '\n=== "A"\n    ',
      '\n=== "',
    ],
    ...[
      '\n/// note | ',
      '\n///\n',
      '\n//// tab | ',
      '\n////\n',
      '\n    type: tip\n',
      '\n/// html | div\n',
    ],
    ...[
      '\n--8<-- "notes.md"\n',
      '\n--8<--\nnotes.md\n--8<--\n',
      '{% include "notes.md" %}',
      '{%',
      '%}',
      '{% include',
    ],
    ...[
      '++',
      '++ctrl+a++',
      '==',
      '^^',
      '^',
      '~',
      '{++',
      '++}',
      '{--',
      '--}',
      '{~~',
      '~>',
      '~~}',
      '{>>',
    ],
    ...['<<}', '{==', '==}', '{: .a #b }', '{#a}', '{', '}', ':material-check:', ':octicons-a-16:'],
    ...['(1)!', '\n*[AB]: ', '[[', ']]', '[[setup]]', '<div markdown>\n', '\n</div>\n'],
  ],
  obsidian: [
    ...[
      '[[',
      ']]',
      '|',
      '#',
      '![[',
      '[[setup|',
      '![[setup]]',
      '![[logo.png|',
      '[[#',
      '^abc',
      ' ^abc\n',
    ],
    ...['%%', '%%', '\n%%\n', '==', '^[', '> [!x]- ', '\n> [!note] ', '\n> > [!y z] '],
  ],
  gitbook: [
    ...['{% hint style="info" %}', '{% endhint %}', '\n{% tabs %}\n', '{% tab title="', '" %}'],
    ...[
      '{% tab %}',
      '{% endtab %}',
      '\n{% endtabs %}\n',
      '{% code %}',
      '{% endcode %}',
      '{% step %}',
    ],
    ...[
      '{% endstep %}',
      '{% stepper %}',
      '{% endstepper %}',
      '{% embed url="a" %}',
      '{% endembed %}',
    ],
    ...['{% file src="a" %}', '{% endfile %}', '{% content-ref url="a" %}', '{% endcontent-ref %}'],
    ...[
      '{% column %}',
      '{% endcolumn %}',
      '{% update %}',
      '{% endupdate %}',
      '{% raw %}',
      '{% endraw %}',
    ],
    // Not `{%` alone: what stands behind it is a tag of that name.
    ...[
      '%}',
      '<i class="fa-a">:a:</i>',
      '{% include "guide/setup.md" %}',
      '{% @mermaid/diagram content="',
    ],
  ],
}

const documents = 600
const mostTokens = 30

for (const [dialect, own] of Object.entries(tokens)) {
  describe(`any document of ${dialect}`, () => {
    test('keeps its words', () => {
      for (let seed = 0; seed < documents; seed += 1) {
        const { document, words } = documentOf([...own, ...own, ...common], seed)
        const noticed: string[] = []
        const context = exampleContext(noticed)
        const { markdown } = readDialects(document, [dialect as DialectName], context)
        // An address of a file that is not there is told. Keys have capitals.
        const told = noticed.filter((one) => one.startsWith('include-missing')).join('\n')
        const shown = `${markdown}${told}`.toLowerCase()
        const lost = words.filter((word) => !shown.includes(word))
        assert.deepEqual(lost, [], `seed ${seed}: ${JSON.stringify(document)}`)
      }
    })
  })
}

function documentOf(parts: readonly string[], seed: number): { document: string; words: string[] } {
  const random = seededRandom(seed)
  const words: string[] = []
  let document = ''
  const count = 1 + Math.floor(random() * mostTokens)
  for (let at = 0; at < count; at += 1) {
    document += parts[Math.floor(random() * parts.length)]
    if (random() < 0.6) {
      const word = `word${at}x`
      words.push(word)
      document += random() < 0.5 ? word : ` ${word} `
    }
  }
  return { document, words }
}
