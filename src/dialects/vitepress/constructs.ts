/** What VitePress knows beyond Markdown, and the documentation of Vue. @module */
import { codeGroupOf } from '../code-block.ts'
import { componentCodeGroup } from '../components/code-components.ts'
import { componentImages } from '../components/images.ts'
import { componentLinks } from '../components/links.ts'
import { otherComponents } from '../components/other-components.ts'
import type { Construct } from '../construct.ts'
import { replaceContainers } from '../containers.ts'
import { pagePrograms } from '../page-programs.ts'
import { embeds, otherAlerts, otherContainers } from '../shared-constructs.ts'
import { vitepressIncludedFiles, vitepressLineMarks, vitepressSnippets } from './snippets.ts'
import { vitepressBadges, vitepressMarks, vitepressVariants } from './vue-parts.ts'

/** https://vitepress.dev/guide/markdown#code-groups */
const vitepressCodeGroups: Construct = {
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
const vitepressPlain: Construct = {
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

/** Files first, then what they hold. */
export const vitepressConstructs: readonly Construct[] = [
  vitepressIncludedFiles,
  vitepressSnippets,
  pagePrograms,
  otherAlerts,
  vitepressLineMarks,
  vitepressCodeGroups,
  vitepressPlain,
  vitepressVariants,
  vitepressBadges,
  vitepressMarks,
  embeds,
  componentCodeGroup,
  componentImages,
  componentLinks,
  otherComponents,
  otherContainers,
]
