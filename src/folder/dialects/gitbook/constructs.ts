/** Constructs of GitBook. @module */
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { makeText } from '../parts/make-parts.ts'
import type { Part } from '../parts/part.ts'
import type { PartConstruct, RowsConstruct, TagConstruct } from '../parts/part-construct.ts'
import { Sentence } from '../parts/sentence.ts'
import { elementTags } from '../parts/tag-syntaxes.ts'
import { liquidTags } from '../shared/code-rules.ts'
import { shownIcon } from '../shared/icons.ts'
import { embeds, pagePrograms } from '../shared/unknown-parts.ts'
import { gitbookBlocks } from './blocks.ts'
import { gitbookCards } from './cards.ts'
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

/** Placeholder around an icon's name while its line is read. */
const mark = '\uE001'
const icon = new RegExp(`(?<![ \\t])([ \\t]*)${mark}([a-z\\d-]+)${mark}([ \\t]*)`, 'gi')
const iconTag =
  /^<i\s(?:[^<>]{0,200}\s)?class="(?:fa[bsrl]?\s)?fa-([a-z\d][a-z\d-]{0,80})(?:\s[^"<>]{0,200})?"[^<>]{0,200}>$/i

/** https://gitbook.com/docs/creating-content/formatting/inline#icons */
const icons: RowsConstruct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  input: '| <i class="fa-check">:check:</i> | <i class="fa-leaf">:leaf:</i> Leaf |',
  becomes: '| ✓ | Leaf |',
  sign: /<i\s[^<>]*\bfa-/,
  rows(rows) {
    const newRows = rows.map((row) => {
      const markedParts = withMarks(row.parts)
      return markedParts === row.parts ? row : { ...row, parts: withIcons(markedParts) }
    })
    return newRows.some((row, index) => row !== rows[index]) ? newRows : rows
  },
}

function withMarks(parts: readonly Part[]): readonly Part[] {
  const markedParts: Part[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as Part
    const [, name] = (part.type === 'raw' && iconTag.exec(part.text)) || []
    const next = parts[index + 1]
    const isIconName = next?.type === 'text' && /^:[\w-]{0,80}:$/.test(next.text)
    const end = parts[index + (isIconName ? 2 : 1)]
    if (name === undefined || end?.type !== 'raw' || end.text !== '</i>') markedParts.push(part)
    else {
      markedParts.push(makeText(mark + name + mark))
      index += isIconName ? 2 : 1
    }
  }
  return markedParts.length === parts.length ? parts : markedParts
}

function withIcons(parts: readonly Part[]): readonly Part[] {
  const sentence = new Sentence(parts, true)
  const result: Part[] = []
  let at = 0
  for (const match of sentence.text.matchAll(icon)) {
    for (const part of sentence.slice(at, match.index)) result.push(part)
    result.push(makeText(shownIcon(match, icon)))
    at = match.index + match[0].length
  }
  return [...result, ...sentence.slice(at)]
}

export const gitbookConstructs: readonly PartConstruct[] = [
  gitbookIncludedFiles,
  ...gitbookBlocks,
  gitbookCards,
  controls,
  gitbookRaw,
  gitbookOthers,
  embeds,
  pagePrograms,
  icons,
]

export const gitbookCode: Partial<CodeRules> = { tags: [liquidTags] }
