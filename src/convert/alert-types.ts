/**
 * The kinds of alerts and admonitions that writers use, the panel of ADF that shows each, and the
 * names of panels, which have a kind but no title in ADF.
 * @module
 */
import { type AnyNode, contentOf, findMark } from './adf/any-node.ts'

export interface AlertType {
  readonly panelType: 'info' | 'note' | 'tip' | 'warning' | 'error' | 'success' | 'expand'
  /** Title where the writer gave none and the panel's look does not say the kind. */
  readonly title?: string
}

/** Keyed by lower-case name, as GitHub, Docusaurus, VitePress, MkDocs and Obsidian use them. */
const alertTypes: Readonly<Record<string, AlertType>> = {
  note: { panelType: 'info' },
  info: { panelType: 'info', title: 'Info' },
  tip: { panelType: 'tip' },
  warning: { panelType: 'warning' },
  error: { panelType: 'error' },
  success: { panelType: 'success' },
  abstract: { panelType: 'info', title: 'Abstract' },
  attention: { panelType: 'warning', title: 'Attention' },
  bug: { panelType: 'error', title: 'Bug' },
  caution: { panelType: 'error', title: 'Caution' },
  check: { panelType: 'success', title: 'Check' },
  cite: { panelType: 'note', title: 'Quote' },
  danger: { panelType: 'error', title: 'Danger' },
  details: { panelType: 'expand' },
  done: { panelType: 'success', title: 'Done' },
  example: { panelType: 'note', title: 'Example' },
  fail: { panelType: 'error', title: 'Failure' },
  failure: { panelType: 'error', title: 'Failure' },
  faq: { panelType: 'info', title: 'FAQ' },
  help: { panelType: 'info', title: 'Help' },
  hint: { panelType: 'tip', title: 'Hint' },
  important: { panelType: 'note', title: 'Important' },
  missing: { panelType: 'error', title: 'Missing' },
  question: { panelType: 'info', title: 'Question' },
  quote: { panelType: 'note', title: 'Quote' },
  seealso: { panelType: 'info', title: 'See also' },
  spoiler: { panelType: 'expand', title: 'Spoiler' },
  summary: { panelType: 'info', title: 'Summary' },
  tldr: { panelType: 'info', title: 'TL;DR' },
  todo: { panelType: 'info', title: 'To do' },
}

export function alertKind(word: string): { readonly kind: string; readonly title: string } {
  // For GitHub "caution" is the gravest of five kinds; other generators use it for a plain warning.
  return /^caution$/i.test(word) ? { kind: 'warning', title: 'Caution' } : { kind: word, title: '' }
}

export function findAlertType(name: string): AlertType | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(alertTypes, key) ? alertTypes[key] : undefined
}

/** Markdown's notes are info panels. */
export const panelNames: Readonly<Record<string, string>> = {
  info: 'Note',
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  error: 'Error',
  success: 'Success',
}

/**
 * Tell whether a panel's first block is its title: a paragraph that is all bold, except for code.
 */
export function isPanelTitle(node: AnyNode | undefined): boolean {
  if (node?.type !== 'paragraph') return false
  const words = contentOf(node)
  const isBold = (word: AnyNode): boolean => findMark(word, 'strong') !== undefined
  return (
    words.some(isBold) &&
    words.every((word) => word.type === 'text' && (isBold(word) || findMark(word, 'code')))
  )
}
