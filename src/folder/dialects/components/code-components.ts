/** Code components: `<CodeBlock language="js">`, `<CodeGroup>` and the like. @module */
import { isLook } from '../../../convert/code-info.ts'
import { importsOf } from '../mdx/statements.ts'
import { codeInfo, makeCode } from '../parts/make-parts.ts'
import type { CodeConstruct, Context, TagConstruct } from '../parts/part-construct.ts'
import { componentTags, literalOf } from '../parts/tag-syntaxes.ts'
import { codeGroup, codeInTag, isFenced } from '../shared/code.ts'
import { firstValue, type ReadTag, tagConstruct } from '../shared/tag-construct.ts'

export const componentCode: TagConstruct = tagConstruct(componentTags, {
  name: 'block of code as a component',
  input: '<CodeBlock language="js" title="a.js">{`let a = 1`}</CodeBlock>',
  becomes: '```js title="a.js"\nlet a = 1\n```',
  names: ['CodeBlock', 'Code', 'Snippet'],
  replace(tag, context) {
    const { kind, content, line } = tag
    if (kind === 'pair' && content.some(isFenced)) return { block: [content] }
    const code = codeIn(tag, context)
    if (code === undefined) return undefined
    const title = firstValue(tag, 'title', 'filename')
    const language = firstValue(tag, 'language', 'lang') ?? ''
    const lines = code.replace(/^\n/, '').split('\n')
    while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop()
    return { block: [makeCode(codeInfo(language, title), lines, line)] }
  },
})

function codeIn(tag: ReadTag, context: Context): string | undefined {
  const { name, kind, pairs, expressions, source } = tag
  const [, braceContent] = /^\s*\{(.*)\}\s*$/s.exec(source) ?? []
  const expression =
    kind === 'pair' ? braceContent : (expressions.get('code') ?? expressions.get('text'))
  // Components with other names may hold prose, so only a code expression counts.
  if (kind === 'pair' && expression === undefined)
    return name === 'CodeBlock' ? codeInTag(tag).join('\n') : undefined
  if (expression === undefined) return pairs.get('code') ?? pairs.get('text')
  return literalOf(expression) ?? importedCode(expression, tag, context)
}

function importedCode(name: string, { line }: ReadTag, context: Context): string | undefined {
  const importAddress = importsOf(context).get(name) ?? ''
  const [, loaderPath, raw] = /^(?:!!raw-loader!([^?]+)|([^?]+)\?raw)$/.exec(importAddress) ?? []
  const address = loaderPath ?? raw
  return address && context.includeCode({ address }, line)
}

/** A title is a file name or begins with a capital: https://www.mintlify.com/docs/create/code */
export const componentCodeTitles: CodeConstruct = {
  name: 'title of a block of code',
  input: '```json Our settings\n{}\n```\n\n```json a.json {1}\n{}\n```',
  becomes: '```json title="Our settings"\n{}\n```\n\n```json title="a.json" {1}\n{}\n```',
  code(code) {
    if (code.type === 'span') return undefined
    const [, language = '', title = '', rest = ''] = titledInfo.exec(code.info.trim()) ?? []
    const words = title.split(/\s+/).filter((word) => word !== '' && !isLook(word))
    const isTitle = /\p{Lu}|\.\w/u.test(words.join(' ')) && !hasTitle.test(rest)
    if (!isTitle) return undefined
    return [{ ...code, info: `${codeInfo(language, words.join(' '))} ${rest}`.trimEnd() }]
  },
}

const titledInfo = /^([\w+#-]+)\s+([^\s"'={}/][^"'={}]*?)(?=\s(?:[\w-]+=|[{"'/])|$)\s*(.*)$/
const hasTitle = /\b(?:title|filename)=/

export const componentCodeGroup: TagConstruct = tagConstruct(componentTags, {
  name: 'group of code',
  input: '<CodeGroup>\n\n```sh npm\nnpm i\n```\n\n</CodeGroup>',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  names: ['CodeGroup', 'CodeTabs', 'VTCodeGroup'],
  isPair: true,
  replace: ({ content }) => ({ block: [codeGroup(content)] }),
})
