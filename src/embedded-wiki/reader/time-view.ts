/** Instants, as pages show them. @module */
import { html } from 'hono/html'
import type { Markup } from '../../web/layout.ts'

/**
 * Show an instant to the minute.
 * @param at The instant.
 */
export function timeView(at: Date): Markup {
  const iso = at.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}
