/** Reads code components: `<CodeBlock language="js">`, `<CodeGroup>` and the like. @module */
import { splitLines } from '../../convert/code/line-reader.ts'
import { isLook } from '../../convert/handlers/code-info.ts'
import { codeBlockAround, codeBlockOf, codeGroupOf, codeInfo } from '../code-block.ts'
import { mapFencedBlocks, openedLine, sealedAgain } from '../code-lines.ts'
import type { Construct, ReadingContext } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { kindsOf, type Line } from '../line.ts'
import { importsOf } from '../mdx/javascript.ts'
import { siteAddress } from '../rebase-links.ts'
import { replaceTags } from '../replace-tags.ts'
import {
  type Component,
  type ComponentAttributes,
  componentConstruct,
  componentSyntax,
  literalOf,
  readComponentAttributes,
  spokenAttribute,
} from './component-tags.ts'

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
    const info = codeInfo(language, title) + markedLines(attributes)
    return { block: codeBlockAround(info, lines, line) }
  },
})

/**
 * https://expressive-code.com/key-features/text-markers/ Only marked lines are kept, not marked
 * words.
 */
function markedLines({ words, expressions }: ComponentAttributes): string {
  return ['mark', 'ins', 'del']
    .map((name) => {
      const said = expressions.get(name) ?? JSON.stringify(words.get(name) ?? '')
      const parts = said.match(/"[^"]*"|'[^']*'|\b\d+\b/g) ?? []
      const lines = parts
        .map((one) => one.replace(/^["']|["']$/g, ''))
        .filter((one) => /^\d[\d,\s-]*$/.test(one))
        .join(',')
      return lines === '' ? '' : ` ${name === 'mark' ? '' : `${name}=`}{${lines}}`
    })
    .join('')
}

function codeIn(component: Component, context: ReadingContext): readonly Line[] | undefined {
  const { name, kind, attributes, content, source, line } = component
  const { words, expressions } = attributes
  const [, inside] = /^\s*\{(.*)\}\s*$/s.exec(source) ?? []
  const expression = kind === 'pair' ? inside : (expressions.get('code') ?? expressions.get('text'))
  // Components with other names may hold words, so only a code expression counts.
  if (kind === 'pair' && expression === undefined) return name === 'CodeBlock' ? content : undefined
  const code =
    expression === undefined
      ? (words.get('code') ?? words.get('text'))
      : (literalOf(expression) ?? importedCode(expression, component, context))
  return code === undefined
    ? undefined
    : splitLines(code.replace(/^\n|\n\s*$/g, '')).map((text) => ({ text, line }))
}

function importedCode(
  name: string,
  { document, line }: Component,
  context: ReadingContext,
): string | undefined {
  const imported = importsOf(document).get(name) ?? ''
  const [, loaded, raw] = /^(?:!!raw-loader!([^?]+)|([^?]+)\?raw)$/.exec(imported) ?? []
  const address = loaded ?? raw
  const text = address && context.readInclude(siteAddress(address), line)?.text
  return text && context.lend(text, line)
}

/**
 * https://www.mintlify.com/docs/create/code A title is a file name or begins with a capital letter.
 */
export const componentCodeTitles: Construct = {
  name: 'title of a block of code',
  written: '```json Our settings\n{}\n```',
  becomes: '```json title="Our settings"\n{}\n```',
  sign: /[`~]{3}\s{0,20}[\w+#-]+[ \t]+[^\s`]/,
  inCode: {
    written: '```json a.json {1}\n{}\n```',
    becomes: '```json title="a.json" {1}\n{}\n```',
  },
  read: (lines) =>
    mapFencedBlocks(lines, ({ info, opening, code, closing }) => {
      const [, language = '', title = '', rest = ''] = titledInfo.exec(info) ?? []
      const words = title.split(/\s+/).filter((one) => one !== '' && !isLook(one))
      const isTitle = /\p{Lu}|\.\w/u.test(words.join(' ')) && !hasTitle.test(rest)
      const opened = openedLine(opening.text)
      if (!isTitle || opened === undefined) return [opening, ...code, ...closing]
      const [marks = ''] = /^[`~]+/.exec(opened.content) ?? []
      const content = `${marks}${codeInfo(language, words.join(' '))} ${rest}`.trimEnd()
      return [{ ...opening, text: sealedAgain({ ...opened, content }) }, ...code, ...closing]
    }),
}

const titledInfo = /^([\w+#-]+)\s+([^\s"'={}/][^"'={}]*?)(?=\s(?:[\w-]+=|[{"'/])|$)\s*(.*)$/
const hasTitle = /\b(?:title|filename)=/

export const componentCodeGroup: Construct = componentConstruct({
  name: 'group of code',
  written: '<CodeGroup>\n\n```sh npm\nnpm i\n```\n\n</CodeGroup>',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  names: ['CodeGroup', 'CodeTabs', 'VTCodeGroup'],
  replace: ({ kind, content }) => (kind === 'pair' ? { block: codeGroupOf(content) } : undefined),
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

export const componentCommands: Construct = {
  name: 'commands of package managers',
  written: '<Commands npm="npm install boat" yarn="yarn add boat" />',
  becomes:
    '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm install boat\n```\n\n</details>\n\n\n<details name=tabs><summary>yarn</summary>\n\n```sh\nyarn add boat\n```\n\n</details>',
  sign: /<(?:PackageManagers\b|[A-Z][\w.]*\s)/,
  read: (lines) =>
    replaceTags(lines, componentSyntax, ({ kind, name, attributes, content, line }) => {
      if ((kind !== 'single' && kind !== 'pair') || content.length > 0) return undefined
      const read = readComponentAttributes(attributes)
      const commands = name === 'PackageManagers' ? commandsFor(read) : commandsIn(read)
      return commands.length < 2
        ? undefined
        : { block: commands.flatMap((one) => tabOf(one, line)) }
    }),
}

interface Command {
  readonly runner: string
  readonly lines: readonly string[]
}

function tabOf({ runner, lines }: Command, line: number): readonly Line[] {
  return detailsAround(runner, codeBlockOf('sh', lines, line), { line, isTab: true })
}

function commandsIn({ words, expressions }: ComponentAttributes): readonly Command[] {
  return Object.entries(runners).flatMap(([runner, beginnings]): Command[] => {
    const said = words.get(runner) ?? listed(expressions.get(runner))
    const lines = (said ?? '').split('\n').map((one) => one.trim())
    const written = lines.filter((one) => one !== '')
    if (written.length === 0) return []
    const isWhole = beginnings.length === 0 || written.some((one) => startsWith(one, beginnings))
    return [{ runner, lines: isWhole ? written : written.map((one) => `${runner} ${one}`) }]
  })
}

function startsWith(command: string, beginnings: readonly string[]): boolean {
  return beginnings.includes(command.split(' ', 1)[0] as string)
}

function listed(expression = ''): string {
  const [, inside = ''] = /^\[(.*)\]$/s.exec(expression.trim()) ?? []
  return Array.from(inside.matchAll(/(["'`])((?:(?!\1).)*)\1/gs), ([, , one]) => one).join('\n')
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
function commandsFor({ words }: ComponentAttributes): readonly Command[] {
  const kind = kinds[words.get('type') ?? 'add'] ?? []
  const more = [words.has('dev') ? '-D' : '', words.get('pkg') ?? '', words.get('args') ?? '']
  const rest = more.filter((one) => one !== '').join(' ')
  return kind.map((start, at) => ({
    runner: ['npm', 'yarn', 'pnpm'][at] as string,
    lines: [`${start} ${rest}`.trimEnd()],
  }))
}
