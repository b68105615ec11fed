/** Words for why a file cannot be read; pointers of Git LFS are told apart. @module */
import { MarkdownLimitError } from '../../convert/markdown-limit-error.ts'

export class NotRegularFileError extends Error {
  override readonly name = 'NotRegularFileError'
}

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
  readonly size: number

  constructor(size: number) {
    super(`it has ${size} bytes`)
    this.size = size
  }
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

/** Name an error by its place in our code, because its message may quote the file. */
export function placeOfFailure(error: unknown): string {
  const { name, stack = '' } = error instanceof Error ? error : new Error()
  // A stack overflow can end anywhere, so its place says nothing.
  if (error instanceof RangeError) return name
  const [, place] = /([\w.-]+\.[jt]s:\d+):\d+\)?$/m.exec(stack) ?? []
  return place === undefined ? name : `${name} in ${place}`
}

export function wordCheckFailure(error: unknown): string {
  const isWorded = error instanceof DocumentError || error instanceof MarkdownLimitError
  if (isWorded) return error.message
  return `Markport failed at this file (${placeOfFailure(error)}). Please report it.`
}

const firstLine = Buffer.from('version https://git-lfs.github.com/spec/v1\n')

/** Tell whether a file is a pointer: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
export function isLfsPointer(content: Uint8Array): boolean {
  return content.length < 1_024 && firstLine.equals(content.subarray(0, firstLine.length))
}
