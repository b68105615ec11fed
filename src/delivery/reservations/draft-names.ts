/** What drafts are called until they become pages. @module */
import { createHash } from 'node:crypto'
import { contractLimits } from '../../importing/contract.ts'

/**
 * Tell what the titles of drafts begin with.
 * @param word Names the Markport.
 */
export function draftTitleStart(word: string): string {
  return `Markport draft ${word} `
}

/**
 * Make the name of a draft: a word of letters and digits, by which sites search.
 * @param word Names the Markport.
 * @param purpose What the draft is made for.
 */
export function draftName(word: string, purpose: string): string {
  return `d${createHash('sha256').update(`${word} ${purpose}`).digest('hex').slice(0, 15)}`
}

/** Word the title of a draft, shortened to what a title may have. */
export function draftTitleOf(word: string, name: string, title: string): string {
  return `${draftTitleStart(word)}${name}: ${title}`
    .slice(0, contractLimits.maxTitleLength)
    .toWellFormed()
}
