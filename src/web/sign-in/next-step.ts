/** Where a visitor goes on to after a way in. @module */

import type { Context } from 'hono'
import { html } from 'hono/html'
import type { NextStep } from '../../auth/second-factor/second-factor-stage.ts'
import type { Markup } from '../frame/markup.ts'
import type { WebScope } from '../web-scope.ts'
import type { Begun } from './begin-session.ts'

/** The page of each step that may follow the first. */
export const stepPaths: Readonly<Record<NextStep, string>> = {
  code: '/sign-in/code',
  'set-up': '/sign-in/second-factor',
}

/** Tell where to go on to. */
export function pathAfter({ next: step }: Pick<Begun, 'next'>, next: string): string {
  if (step === undefined) return next
  const path = stepPaths[step]
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}

/**
 * Have the browser go on at once, after a form was sent. A redirect would be held back by the policy that
 * keeps forms from going elsewhere, so the answer is a page that leads on by itself.
 */
export function goOnTo(c: Context<WebScope>, address: string): void {
  c.header('Refresh', `0; url=${address}`)
}

/** Show the way on, for browsers that do not go by themselves. */
export function goOnPage(heading: string, label: string, address: string): Markup {
  return html`<div class="sign-in-box"><h1>${heading}</h1>
<p><a class="button provider" href="${address}">${label}</a></p></div>`
}
