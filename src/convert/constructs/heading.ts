/** Headings, with the name that `{#name}` gives. @module */

import type { AnyNode } from '../adf/any-node.ts'
import { anchorMacro, splitHeadingName } from '../adf/heading-names.ts'
import { markHeading } from '../adf/sections.ts'
import type { Conversion } from '../conversion.ts'
import type { Heading } from '../headings.ts'
import { jsonOfBlock } from '../writer/json.ts'
import { noMarks } from '../writer/marks.ts'
import { alignment, warnOfSentence } from '../writer/write-paragraph.ts'
import type { MarkdownConstruct } from './construct.ts'
import { writeText } from './text.ts'

export const heading: MarkdownConstruct = {
  docs: [
    [
      'heading',
      "`heading`; a first one that says the page's title is [left out](api.md) in imports",
      '`title-heading-removed`',
    ],
    [
      'name of a heading: `# T {#name}`, `<a name="name">` directly before it',
      'only for links, which lead to the heading',
    ],
    [
      'name of any other place: `<a name="name">`, an element\'s `id`',
      'macro `anchor` at the start of its sentence, where a link of the page leads to it; else links lead to the heading above',
    ],
  ],
  examples: { '## A *b* {#c}': 'heading 2("A ", "b" em)' },
  blocks: {
    heading(id, conversion) {
      const { nodes } = conversion
      writeHeading(nodes.levelOf(id), nodes.lineOf(id), nodes.holdsHtml(id), conversion, () =>
        writeContent(id, conversion),
      )
    },
  },
}

/** A heading that is ready to be put where its place was found. */
export interface ReadyHeading {
  readonly heading: Heading
  readonly json: string
  readonly text: string
  /** Its parts as the page shows them. */
  readonly parts: readonly AnyNode[]
  /** Undefined where it has links or images. */
  readonly plainWords: string | undefined
}

/**
 * Write a heading.
 * @param isHtml Whether space counts as in HTML.
 * @param write Writes its content into the sentence.
 */
export function writeHeading(
  level: number,
  line: number,
  isHtml: boolean,
  conversion: Conversion,
  write: () => void,
): void {
  const { headings, targets, writer } = conversion
  writer.forgetTargets()
  const becomes = writer.placeFor('heading', line)
  const makesBold = becomes !== 'heading'
  const sentence = conversion.startSentence({ makesBold, canHoldTargets: false })
  if (isHtml) sentence.trim()
  write()
  sentence.end()
  const words = sentence.wordsWith('left out', '\n')
  const described = sentence.wordsWith('described', '\n')
  const written = { level, line, words, described }
  headings.add(written)
  if (becomes !== undefined) warnOfSentence(sentence, line, writer)
  if (becomes === 'heading') {
    const json = jsonOfBlock(
      'heading',
      `{"level":${level}}`,
      sentence.json,
      alignment(line, writer),
    )
    const parts = sentence.partsWith('shown')
    const plainWords = sentence.isLinkless ? sentence.plainWords : undefined
    putHeading({ heading: written, json, text: sentence.words, parts, plainWords }, conversion)
  } else {
    const place = headings.placeOf(written)
    targets.add(place)
    sentence.prepend(JSON.stringify(anchorMacro(place)))
    writer.put(jsonOfBlock('paragraph', '', sentence.json), sentence.words)
  }
}

/** Put a heading, unless it repeats the title of the page. */
export function putHeading(ready: ReadyHeading, conversion: Conversion): void {
  const { writer } = conversion
  if (writer.isAtTop && writer.titleFilter?.leavesOut(ready)) return
  showHeading(ready, conversion)
}

export function showHeading(
  { heading: written, json, text, parts }: ReadyHeading,
  { headings, writer }: Conversion,
): void {
  headings.show(written, parts)
  writer.put(json, markHeading(text))
}

function writeContent(id: number, conversion: Conversion): void {
  const { anchors, nodes } = conversion
  const last = nodes.childCount(id) - 1
  const child = last === -1 ? 0 : nodes.childOf(id, last)
  const isText = nodes.typeOf(child) === 'text'
  const { text, name } = splitHeadingName(isText ? nodes.valueOf(child) : '')
  if (name === undefined) conversion.inlines(id, noMarks)
  else {
    anchors.addTarget(name, nodes.lineOf(id))
    conversion.inlines(id, noMarks, 0, last)
    writeText(text, noMarks, conversion)
  }
}
