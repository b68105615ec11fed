/** The kinds of alerts and admonitions that writers use, and the panel of ADF that shows each. @module */

export interface AlertType {
  readonly panelType: 'info' | 'note' | 'tip' | 'warning' | 'error' | 'success' | 'expand'
  /** The panel does not say it: the word becomes its title where the writer gave none. */
  readonly title?: string
}

/** By name in lower case: GitHub's, Docusaurus's, VitePress's, MkDocs's and Obsidian's. */
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

/**
 * Name the kind of an alert by what other notations than GitHub's quotes call it.
 * @returns The kind, and the title where its writer gave none and the kind does not say it.
 */
export function alertKind(word: string): { readonly kind: string; readonly title: string } {
  // Of GitHub's five it is the gravest; everywhere else it is the word of a warning.
  return /^caution$/i.test(word) ? { kind: 'warning', title: 'Caution' } : { kind: word, title: '' }
}

/** Find a kind of alert. */
export function findAlertType(name: string): AlertType | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(alertTypes, key) ? alertTypes[key] : undefined
}
