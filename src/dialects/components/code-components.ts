/** `<CodeBlock language="js">` and `<CodeGroup>`. @module */

import { codeBlockAround, codeGroupOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { kindsOf, type Line } from '../line.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'
import { literalOf } from './component-tags.ts'

/** Code that is written as a string of JavaScript. */
export const componentCode: Construct = componentConstruct({
  name: 'block of code as a component',
  written: '<CodeBlock language="js" title="a.js">{`let a = 1`}</CodeBlock>',
  becomes: '```js title="a.js"\nlet a = 1\n```',
  names: ['CodeBlock'],
  replace({ kind, attributes, content, source, line }) {
    if (kind !== 'pair') return undefined
    if (kindsOf(content).includes('fence')) return { block: content }
    const [, inside] = /^\s*\{(.*)\}\s*$/s.exec(source) ?? []
    // A name of JavaScript: its value is nowhere to be found.
    const literal = inside === undefined ? undefined : literalOf(inside)
    if (inside !== undefined && literal === undefined) return undefined
    const lines: readonly Line[] =
      literal === undefined
        ? content
        : literal
            .replace(/^\n|\n\s*$/g, '')
            .split('\n')
            .map((text) => ({ text, line }))
    const title = spokenAttribute(attributes, 'title', 'filename')
    const shownTitle = title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`
    const language = spokenAttribute(attributes, 'language', 'lang') ?? ''
    return { block: codeBlockAround(language + shownTitle, lines, line) }
  },
})

/** Blocks of code of which one is seen at a time. */
export const componentCodeGroup: Construct = componentConstruct({
  name: 'group of code',
  written: '<CodeGroup>\n\n```sh npm\nnpm i\n```\n\n</CodeGroup>',
  becomes: '<details><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  names: ['CodeGroup', 'CodeTabs', 'VTCodeGroup'],
  replace: ({ kind, content }) => (kind === 'pair' ? { block: codeGroupOf(content) } : undefined),
})
