/** Instants in words, relative to now: "in 29 days", "3 hours ago". @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'

/** Created on first use, because it takes as long as loading twenty files. */
let words: Intl.RelativeTimeFormat | undefined
const units = [
  ['minute', 60, 59],
  ['hour', 60 * 60, 23],
  ['day', 24 * 60 * 60, 59],
  ['month', 30 * 24 * 60 * 60, 11],
] as const
const year = ['year', 365 * 24 * 60 * 60] as const

/** Uses the largest fitting unit, but counts days up to two months. */
function inWords(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) < 60) return seconds > 0 ? 'in less than a minute' : 'just now'
  const [unit, length] =
    units.find(([, each, most]) => Math.round(Math.abs(seconds) / each) <= most) ?? year
  words ??= new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  return words.format(Math.sign(seconds) * Math.round(Math.abs(seconds) / length), unit)
}

export function relativeTime(at: Date, now: Date): Markup {
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}">${inWords(at, now)}</time>`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The date stays true on a saved page; a script makes it relative and local. */
export function dayOf(at: Date): Markup {
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}" data-relative>${day}</time>`
}

export function exactTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
