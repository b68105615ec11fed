/** Where a visitor goes on to after a way in. @module */
import type { NextStep } from '../../auth/second-factor/second-factor-stage.ts'
import type { Begun } from './begin-session.ts'

/** The page of each step that may follow the first. */
export const stepPaths: Readonly<Record<NextStep, string>> = {
  code: '/sign-in/code',
  'set-up': '/sign-in/second-factor',
}

/**
 * Tell where to go on to.
 * @param begun What came of the way in.
 * @param next Where the visitor wanted to go.
 */
export function pathAfter({ next: step }: Pick<Begun, 'next'>, next: string): string {
  if (step === undefined) return next
  const path = stepPaths[step]
  return next === '/' ? path : `${path}?${new URLSearchParams({ next })}`
}
