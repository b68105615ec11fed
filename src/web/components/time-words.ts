/** Instants in words, relative to now: "in 29 days", "3 hours ago". @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'

/** Made when it is first needed: that takes as long as some twenty files to load. */
let words: Intl.RelativeTimeFormat | undefined
/** Each with its length in seconds, and the most of it that is said. */
const units = [
  ['minute', 60, 59],
  ['hour', 60 * 60, 23],
  ['day', 24 * 60 * 60, 59],
  ['month', 30 * 24 * 60 * 60, 11],
] as const
const year = ['year', 365 * 24 * 60 * 60] as const

/** Say how far an instant is away, rounded to the largest unit that fits; days up to two months. */
export function inWords(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) < 60) return seconds > 0 ? 'in less than a minute' : 'just now'
  const [unit, length] =
    units.find(([, each, most]) => Math.round(Math.abs(seconds) / each) <= most) ?? year
  words ??= new Intl.RelativeTimeFormat('en', { numeric: 'always' })
  return words.format(Math.sign(seconds) * Math.round(Math.abs(seconds) / length), unit)
}

/** Show an instant in words, with its exact time for those who want it. */
export function relativeTime(at: Date, now: Date): Markup {
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}">${inWords(at, now)}</time>`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/**
 * Show the day of an instant, which stays true however long the page is kept. A script makes it
 * relative, and tells the moment in the reader's own zone.
 */
export function dayOf(at: Date): Markup {
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}" data-relative>${day}</time>`
}

/** Write an instant to the minute. */
export function exactTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
