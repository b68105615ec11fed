/** Commands of package managers, which components have in their attributes. @module */
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import type { Line } from '../line.ts'
import { replaceTags } from '../replace-tags.ts'
import {
  type ComponentAttributes,
  componentSyntax,
  readComponentAttributes,
} from './component-tags.ts'

/** What runs commands, as attributes call it, and what its commands may begin with. */
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

/** Each becomes a tab; what it is called says nothing more. */
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

/** `["a", "b"]`: a line each. */
function listed(expression = ''): string {
  const [, inside = ''] = /^\[(.*)\]$/s.exec(expression.trim()) ?? []
  return Array.from(inside.matchAll(/(["'`])((?:(?!\1).)*)\1/gs), ([, , one]) => one).join('\n')
}

/** Its kinds of commands, as npm, yarn and pnpm have them. */
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
