/** What an engine of templates is, in the thread that evaluates them. @module */
import type { TemplateValues } from './template-messages.ts'

/** What a page's templates are evaluated with. */
export interface TemplateScope {
  readonly values: TemplateValues
  /** Give the text of a part by the name that a template includes it by; undefined without one. */
  partial(name: string): string | undefined
}

/**
 * Evaluates one template of a page; what it assigns is known to the next.
 * @throws {Error} When it cannot, or when the text grows beyond all bounds.
 */
export type Evaluate = (template: string) => string

/** The most characters that the templates of one page write. */
export const maxWritten: number = 4 * 1024 * 1024

/** Makes a count of what is written. */
export function writtenCount(max: number = maxWritten): (length: number) => void {
  let left = max
  return (length) => {
    left -= length
    if (left < 0) throw new Error(`it writes more than ${max / 1024 / 1024} MiB`)
  }
}
