/** Constructs of GitBook. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import type { PartConstruct, TagConstruct } from '../parts/part-construct.ts'
import { elementTags } from '../parts/tag-syntaxes.ts'
import { liquidTags } from '../shared/code-rules.ts'
import { signOfIcon } from '../shared/icons.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { gitbookBlocks } from './blocks.ts'
import { gitbookIncludedFiles, gitbookOthers, gitbookRaw } from './tags.ts'

/** https://gitbook.com/docs/creating-content/blocks/table */
const controls: TagConstruct = {
  name: 'choices of a column: left out; button: its words',
  input:
    '<th>Status<select><option value="1" label="Done"></option></select></th> <button>Ask</button>',
  becomes: '<th>Status</th> Ask',
  syntax: elementTags,
  names: new Set(['select', 'option', 'button']),
  tag({ kind, name, children }) {
    if (kind === 'close' || (name !== 'option' && kind === 'open')) return undefined
    return { inline: name === 'button' ? children : '' }
  },
}

/** https://gitbook.com/docs/creating-content/formatting/inline#icons */
const icons: TagConstruct = {
  name: 'icon: a sign if it has a meaning, else nothing',
  input: '| <i class="fa-check">:check:</i> | <i class="fa-leaf">:leaf:</i> Leaf |',
  becomes: '| ✓ |  Leaf |',
  syntax: elementTags,
  names: new Set(['i']),
  tag({ kind, attributes, source, before }) {
    const [, name] = /\bfa-([a-z\d-]+)/.exec(attributes) ?? []
    const isIcon = kind === 'pair' && /^(?::[\w-]*:)?$/.test(source)
    if (name === undefined || !isIcon) return undefined
    return { inline: signOfIcon(name) ?? (before.endsWith('[') ? name : '') }
  },
}

export const gitbookConstructs: readonly PartConstruct[] = [
  gitbookIncludedFiles,
  ...gitbookBlocks,
  controls,
  icons,
  gitbookRaw,
  gitbookOthers,
  embeds,
  pagePrograms,
]

export const gitbookCode: Partial<CodeRules> = { tags: [liquidTags] }
