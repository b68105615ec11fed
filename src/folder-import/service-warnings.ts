/** The conversion's warnings as a file's: by its lines, and without what the client says itself. @module */
import type { AnswerWarning } from '../importing/contract.ts'
import type { Notice } from './notices.ts'

/**
 * Lead warnings to the lines of the file. One about a relative address is left out where a notice
 * tells why that address was left as it is.
 * @param warnings By line of what was converted.
 * @param notices By line of the file.
 * @param lineInFile Leads from the one to the other.
 */
export function serviceWarnings(
  warnings: readonly AnswerWarning[],
  notices: readonly Notice[],
  lineInFile: (line: number) => number,
): AnswerWarning[] {
  const noticed = new Set(notices.filter(({ code }) => isOfAddress(code)).map(({ line }) => line))
  return warnings
    .map((warning) => ({ ...warning, line: lineInFile(warning.line) }))
    .filter(({ code, line }) => code !== 'relative-address' || !noticed.has(line))
}

function isOfAddress(code: Notice['code']): boolean {
  return code.startsWith('image-') || code.startsWith('link-')
}
