/** The marks around a note that the converter knows, for a note of any type. @module */
import { findAlertType } from '../convert/alert-types.ts'
import { nameInWords } from './alert.ts'
import type { Line } from './line.ts'

/** A note as a dialect has it. */
export interface Admonition {
  /** As written: `my-type`. */
  readonly type: string
  /** Undefined when the type is to be seen; empty when nothing is. */
  readonly title: string | undefined
}

/**
 * Make the line that opens a note.
 * @param admonition The note.
 * @param line The line of the file.
 * @param indent What stands before it.
 */
export function openAdmonition({ type, title }: Admonition, line: number, indent: string): Line {
  const isKnown = findAlertType(type) !== undefined
  const label = title ?? (isKnown ? '' : nameInWords(type))
  return { text: `${indent}:::${isKnown ? type : 'note'}${label && `[${label}]`}`, line }
}

/**
 * Make the line that closes a note.
 * @param line The line of the file.
 * @param indent What stands before it.
 */
export function closeAdmonition(line: number, indent: string): Line {
  return { text: `${indent}:::`, line }
}
