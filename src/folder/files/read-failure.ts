/** Why a file cannot be read. @module */
import { MarkdownLimitError } from '../../convert/markdown-limit-error.ts'

export class NotRegularFileError extends Error {
  override readonly name = 'NotRegularFileError'
}

export function isAbsent(error: unknown): boolean {
  return absentCodes.has((error as NodeJS.ErrnoException).code)
}

const absentCodes: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENAMETOOLONG',
  'ERR_INVALID_ARG_VALUE',
])

export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/** Name an error of our own by its place in our code: its message may quote the file that it is about. */
export function placeOfFailure(error: unknown): string {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  // Where the stack ends is chance.
  if (error instanceof RangeError) return name
  const [, place] = /([\w.-]+\.[jt]s:\d+):\d+\)?$/m.exec(stack) ?? []
  return place === undefined ? name : `${name} in ${place}`
}

/** Word why a file cannot be checked. */
export function wordCheckFailure(error: unknown): string {
  const isWorded = error instanceof DocumentError || error instanceof MarkdownLimitError
  if (isWorded) return error.message
  return `Markport failed at this file (${placeOfFailure(error)}). Please report it.`
}
