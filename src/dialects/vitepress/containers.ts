/** Containers that hold something else than a note: `::: code-group`, `::: raw`, `::: v-pre`. @module */
import { codeGroupOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { replaceContainers } from '../containers.ts'

/** https://vitepress.dev/guide/markdown#code-groups */
export const vitepressCodeGroups: Construct = {
  name: 'group of code',
  written: '::: code-group\n```sh [npm]\nnpm i\n```\n:::',
  becomes: '<details name=tabs><summary>npm</summary>\n\n```sh\nnpm i\n```\n\n</details>',
  sign: /:::\s*code-group/,
  read: (lines) =>
    replaceContainers(lines, ({ name, info, content }) =>
      name === 'code-group' ? { block: [...titleOf(info), ...codeGroupOf(content)] } : undefined,
    ),
}

const plain = new Set(['raw', 'v-pre', 'tabs'])

/** What they hold stays. */
export const vitepressPlain: Construct = {
  name: 'container without a look',
  written: '::: raw\nSome words.\n:::',
  becomes: 'Some words.',
  sign: /:::\s*(?:raw|v-pre|tabs)\b/,
  read: (lines) =>
    replaceContainers(lines, ({ name, info, content }) =>
      plain.has(name) ? { block: [...titleOf(info), ...content] } : undefined,
    ),
}

function titleOf(info: string): readonly string[] {
  return info === '' ? [] : [`**${info}**`, '']
}
