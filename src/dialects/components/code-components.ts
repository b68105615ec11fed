/** `<CodeBlock language="js">` and `<CodeGroup>`. @module */

import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockAround, codeGroupOf, codeInfo } from '../code-block.ts'
import type { Construct, DialectContext } from '../construct.ts'
import { kindsOf, type Line } from '../line.ts'
import { importsOf } from '../mdx/javascript.ts'
import { siteAddress } from '../rebase-links.ts'
import { type Component, componentConstruct, spokenAttribute } from './component-construct.ts'
import { literalOf } from './component-tags.ts'

/** Code that is written as a string of JavaScript, or that a file has. */
export const componentCode: Construct = componentConstruct({
  name: 'block of code as a component',
  written: '<CodeBlock language="js" title="a.js">{`let a = 1`}</CodeBlock>',
  becomes: '```js title="a.js"\nlet a = 1\n```',
  names: ['CodeBlock', 'Code', 'Snippet'],
  replace(component, context) {
    const { kind, attributes, content, line } = component
    if (kind === 'pair' && kindsOf(content).includes('fence')) return { block: content }
    const lines = codeIn(component, context)
    if (lines === undefined) return undefined
    const title = spokenAttribute(attributes, 'title', 'filename')
    const language = spokenAttribute(attributes, 'language', 'lang') ?? ''
    return { block: codeBlockAround(codeInfo(language, title), lines, line) }
  },
})

function codeIn(component: Component, context: DialectContext): readonly Line[] | undefined {
  const { name, kind, attributes, content, source, line } = component
  const { words, expressions } = attributes
  const [, inside] = /^\s*\{(.*)\}\s*$/s.exec(source) ?? []
  const expression = kind === 'pair' ? inside : (expressions.get('code') ?? expressions.get('text'))
  // In a sentence the others hold words, too.
  if (kind === 'pair' && expression === undefined) return name === 'CodeBlock' ? content : undefined
  const code =
    expression === undefined
      ? (words.get('code') ?? words.get('text'))
      : (literalOf(expression) ?? importedCode(expression, component, context))
  return code === undefined
    ? undefined
    : splitLines(code.replace(/^\n|\n\s*$/g, '')).map((text) => ({ text, line }))
}

/** `import code from '!!raw-loader!./a.js'`, or `'./a.js?raw'`: any other value is unknown. */
function importedCode(
  name: string,
  { document, line }: Component,
  context: DialectContext,
): string | undefined {
  const imported = importsOf(document).get(name) ?? ''
  const [, loaded, raw] = /^(?:!!raw-loader!([^?]+)|([^?]+)\?raw)$/.exec(imported) ?? []
  const address = loaded ?? raw
  return address && context.readInclude(siteAddress(address), line)?.text
}

/** Blocks of code of which one is seen at a time. */
export const componentCodeGroup: Construct = componentConstruct({
  name: 'group of code',
  written: '<CodeGroup>\n\n```sh npm\nnpm i\n```\n\n</CodeGroup>',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  names: ['CodeGroup', 'CodeTabs', 'VTCodeGroup'],
  replace: ({ kind, content }) => (kind === 'pair' ? { block: codeGroupOf(content) } : undefined),
})
