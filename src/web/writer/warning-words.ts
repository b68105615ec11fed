/** Warnings as people read them: counted by what they mean for readers, and listed by line. @module */
import { html } from 'hono/html'
import { type AnswerWarning, warningSeverities } from '../../importing/contract.ts'
import type { Markup } from '../frame/markup.ts'

/** A warning of a form or a past import. */
export type ShownWarning = Pick<AnswerWarning, 'severity' | 'message' | 'line'> & {
  /** The line that it comes from, shortened. */
  readonly excerpt?: string
}

/**
 * Count warnings by severity, the worst first.
 * @param warnings The warnings.
 * @returns Such as `2 lost, 1 changed`; empty without any.
 */
export function countWarnings(warnings: readonly Pick<AnswerWarning, 'severity'>[]): string {
  return Object.keys(warningSeverities)
    .map((severity) => {
      const count = warnings.filter((one) => one.severity === severity).length
      if (count === 0) return ''
      return `${count} ${severity}${severity === 'note' && count > 1 ? 's' : ''}`
    })
    .filter(Boolean)
    .join(', ')
}

/**
 * List warnings.
 * @param warnings What the conversion had to change.
 * @param lineMarkup Shows the number of a line.
 */
export function warningItems(
  warnings: readonly ShownWarning[],
  lineMarkup: (line: number) => Markup | string,
): Markup {
  return html`<ol>${warnings.map(
    ({ line, severity, message, excerpt = '' }) =>
      html`<li>${line === 0 ? '' : lineMarkup(line)} <strong>${severity}</strong>: ${message}${excerpt === '' ? '' : html` <code>${excerpt}</code>`}</li>`,
  )}</ol>`
}
