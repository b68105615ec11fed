/** A part of a page that opens: what tabs and foldable blocks become. @module */

import { tabName } from '../adf/local-ids.ts'
import type { Line } from './line.ts'
import { wordsToHtml } from './parts/words.ts'
import { open } from './sealed-code.ts'

interface DetailsPlace {
  /** Source line that opens it. */
  readonly line: number
  /** Source line that closes it; by default the last line of the content. */
  readonly lastLine?: number
  /** Whether it is a tab, of which a page shows one at a time. */
  readonly isTab?: boolean
  /** Prefix of each line: spaces of a list item, `> ` of a quote. */
  readonly indent?: string
}

/**
 * Put lines into a `details` element, with blank lines around the content so that it is read as
 * Markdown.
 * @param label The summary as Markdown; its formatting is dropped.
 */
export function detailsAround(
  label: string,
  content: readonly Line[],
  place: DetailsPlace,
): readonly Line[] {
  const { line, lastLine = content.at(-1)?.line ?? line } = place
  return [...openDetails(label, place), ...content, ...closeDetails({ ...place, line: lastLine })]
}

/** Make the opening lines of a `details` element. */
function openDetails(
  label: string,
  { line, isTab = false, indent = '' }: DetailsPlace,
): readonly Line[] {
  const blank = { text: indent.trimEnd(), line }
  // Attribute values have no quotes, because the element may itself stand in an attribute.
  const text = `${indent}<details${isTab ? ` name=${tabName}` : ''}><summary>${wordsToHtml(plainLabel(label))}</summary>`
  return [blank, { text, line }, blank]
}

function closeDetails({ line, indent = '' }: DetailsPlace): readonly Line[] {
  const blank = { text: indent.trimEnd(), line }
  return [blank, { text: `${indent}</details>`, line }, blank]
}

function plainLabel(label: string): string {
  return plainWords(label.trim()) || 'Details'
}

const formatting = /`+|\*{2,}|<\/?(?:b|i|em|strong|code|kbd|span|small)(?:\s[^<>]{0,500})?>/g

const link = /!?\[([^\][]{0,500})\]\((?:[^()\s]|\([^()\s]{0,500}\)){0,1000}(?:\s"[^"]{0,500}")?\)/g

export function plainWords(label: string): string {
  return open(label.replaceAll(link, '$1')).replaceAll(formatting, '')
}
