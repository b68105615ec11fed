/** Code components: `<CodeBlock language="js">`, `<CodeGroup>` and the like. @module */
import { isLook } from '../../../convert/code-info.ts'
import { importsOf } from '../mdx/statements.ts'
import { codeInfo, makeCode, makeTab } from '../parts/make-parts.ts'
import type { CodeConstruct, Context, TagConstruct } from '../parts/part-construct.ts'
import {
  componentTags,
  literalOf,
  readTagAttributes,
  type TagAttributes,
} from '../parts/tag-syntaxes.ts'
import { codeGroup, codeInTag, isFenced } from '../shared/code.ts'
import { type Component, componentConstruct, spokenAttribute } from './component.ts'

export const componentCode: TagConstruct = componentConstruct({
  name: 'block of code as a component',
  input: '<CodeBlock language="js" title="a.js">{`let a = 1`}</CodeBlock>',
  becomes: '```js title="a.js"\nlet a = 1\n```',
  names: ['CodeBlock', 'Code', 'Snippet'],
  replace(component, context) {
    const { kind, attributes, content, line } = component
    if (kind === 'pair' && content.some(isFenced)) return { block: [content] }
    const code = codeIn(component, context)
    if (code === undefined) return undefined
    const title = spokenAttribute(attributes, 'title', 'filename')
    const language = spokenAttribute(attributes, 'language', 'lang') ?? ''
    const info = codeInfo(language, title) + markedLines(attributes)
    return { block: [makeCode(info, code.replace(/^\n|\n\s*$/g, ''), line)] }
  },
})

/**
 * Only marked lines are kept, not marked words: https://expressive-code.com/key-features/text-
 * markers/
 */
function markedLines({ words, expressions }: TagAttributes): string {
  return ['mark', 'ins', 'del']
    .map((name) => {
      const value = expressions.get(name) ?? JSON.stringify(words.get(name) ?? '')
      const parts = value.match(/"[^"]*"|'[^']*'|\b\d+\b/g) ?? []
      const lines = parts
        .map((range) => range.replace(/^["']|["']$/g, ''))
        .filter((range) => /^\d[\d,\s-]*$/.test(range))
        .join(',')
      return lines === '' ? '' : ` ${name === 'mark' ? '' : `${name}=`}{${lines}}`
    })
    .join('')
}

function codeIn(component: Component, context: Context): string | undefined {
  const { name, kind, attributes, source } = component
  const { words, expressions } = attributes
  const [, braceContent] = /^\s*\{(.*)\}\s*$/s.exec(source) ?? []
  const expression =
    kind === 'pair' ? braceContent : (expressions.get('code') ?? expressions.get('text'))
  // Components with other names may hold prose, so only a code expression counts.
  if (kind === 'pair' && expression === undefined)
    return name === 'CodeBlock' ? codeInTag(component).join('\n') : undefined
  if (expression === undefined) return words.get('code') ?? words.get('text')
  return literalOf(expression) ?? importedCode(expression, component, context)
}

function importedCode(name: string, { line }: Component, context: Context): string | undefined {
  const importAddress = importsOf(context).get(name) ?? ''
  const [, loaderPath, raw] = /^(?:!!raw-loader!([^?]+)|([^?]+)\?raw)$/.exec(importAddress) ?? []
  const address = loaderPath ?? raw
  if (address === undefined) return undefined
  const choose = ({ text }: { readonly text: string }): string => text
  return context.includeCode({ address, choose }, line)
}

/** A title is a file name or begins with a capital: https://www.mintlify.com/docs/create/code */
export const componentCodeTitles: CodeConstruct = {
  name: 'title of a block of code',
  input: '```json Our settings\n{}\n```',
  becomes: '```json title="Our settings"\n{}\n```',
  sign: /[`~]{3}\s{0,20}[\w+#-]+[ \t]+[^\s`]/,
  inCode: {
    input: '```json a.json {1}\n{}\n```',
    becomes: '```json title="a.json" {1}\n{}\n```',
  },
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

export const componentCodeGroup: TagConstruct = componentConstruct({
  name: 'group of code',
  input: '<CodeGroup>\n\n```sh npm\nnpm i\n```\n\n</CodeGroup>',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  names: ['CodeGroup', 'CodeTabs', 'VTCodeGroup'],
  replace: ({ kind, content }) => (kind === 'pair' ? { block: [codeGroup(content)] } : undefined),
})

const runners: Readonly<Record<string, readonly string[]>> = {
  npm: ['npm', 'npx'],
  yarn: ['yarn'],
  pnpm: ['pnpm', 'pnpx'],
  bun: ['bun', 'bunx'],
  deno: ['deno'],
  cargo: ['cargo'],
  bash: [],
  sh: [],
  zsh: [],
  fish: [],
  powershell: [],
  ps1: [],
}

export const componentCommands: TagConstruct = {
  name: 'commands of package managers',
  input: '<Commands npm="npm install boat" yarn="yarn add boat" />',
  becomes:
    '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm install boat\n```\n\n</details>\n\n<details name=tabs><summary>yarn</summary>\n\n```sh\nyarn add boat\n```\n\n</details>',
  syntax: componentTags,
  tag({ kind, name, attributes, content, line }) {
    if ((kind !== 'single' && kind !== 'pair') || content.length > 0) return undefined
    const tagAttributes = readTagAttributes(attributes)
    const commands =
      name === 'PackageManagers' ? commandsFor(tagAttributes) : commandsIn(tagAttributes)
    if (commands.length < 2) return undefined
    return {
      block: commands.map(({ runner, lines }) =>
        makeTab(runner, [makeCode('sh', lines, line)], line),
      ),
    }
  },
}

interface Command {
  readonly runner: string
  readonly lines: readonly string[]
}

function commandsIn({ words, expressions }: TagAttributes): readonly Command[] {
  return Object.entries(runners).flatMap(([runner, beginnings]): Command[] => {
    const text = words.get(runner) ?? stringsIn(expressions.get(runner))
    const lines = (text ?? '').split('\n').map((line) => line.trim())
    const commandLines = lines.filter((line) => line !== '')
    if (commandLines.length === 0) return []
    const isWhole =
      beginnings.length === 0 || commandLines.some((line) => startsWith(line, beginnings))
    return [
      { runner, lines: isWhole ? commandLines : commandLines.map((line) => `${runner} ${line}`) },
    ]
  })
}

function startsWith(command: string, beginnings: readonly string[]): boolean {
  return beginnings.includes(command.split(' ', 1)[0] as string)
}

function stringsIn(expression = ''): string {
  const [, items = ''] = /^\[(.*)\]$/s.exec(expression.trim()) ?? []
  return Array.from(items.matchAll(/(["'`])((?:(?!\1).)*)\1/gs), ([, , string]) => string).join(
    '\n',
  )
}

const kinds: Readonly<Record<string, readonly [npm: string, yarn: string, pnpm: string]>> = {
  add: ['npm i', 'yarn add', 'pnpm add'],
  create: ['npm create', 'yarn create', 'pnpm create'],
  dlx: ['npx', 'yarn dlx', 'pnpm dlx'],
  exec: ['npx', 'yarn', 'pnpm'],
  install: ['npm install', 'yarn install', 'pnpm install'],
  remove: ['npm uninstall', 'yarn remove', 'pnpm remove'],
  run: ['npm run', 'yarn run', 'pnpm run'],
}

/** https://starlight-package-managers.vercel.app */
function commandsFor({ words }: TagAttributes): readonly Command[] {
  const kind = kinds[words.get('type') ?? 'add'] ?? []
  const options = [words.has('dev') ? '-D' : '', words.get('pkg') ?? '', words.get('args') ?? '']
  const argumentText = options.filter((argument) => argument !== '').join(' ')
  return kind.map((start, at) => ({
    runner: ['npm', 'yarn', 'pnpm'][at] as string,
    lines: [`${start} ${argumentText}`.trimEnd()],
  }))
}
