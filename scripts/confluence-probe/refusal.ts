/** Reads how a site refuses what a probe asks for. @module */
import { ConfluenceError } from '../../src/confluence/confluence-error.ts'
import type { ProbeAnswer } from './probe.ts'

/**
 * Find out what a site says where it may refuse.
 * @param nameOf Names the refusal; its kind when left out.
 */
export async function refusal(
  promise: Promise<unknown>,
  nameOf: (error: ConfluenceError) => string = ({ kind }) => kind,
): Promise<ProbeAnswer> {
  try {
    await promise
    return { value: 'accepted', told: '' }
  } catch (error) {
    if (!(error instanceof ConfluenceError)) throw error
    return { value: nameOf(error), told: wordsOf(error) }
  }
}

/** Quote what a site said. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof ConfluenceError)) return String(error)
  return [error.status, error.message].filter(Boolean).join(' ')
}
