/** Instants in words. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The date stays true on a saved page; a script makes it relative and local. */
export function dayOf(at: Date): Markup {
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}" data-relative>${day}</time>`
}

export function exactTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
