/** Messages that GitHub shows beside the lines they are about. @module */
import { visibleText } from '../visible-text.ts'

/**
 * Word a workflow command:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 * @param level How serious it is.
 * @param about The file, its line, and what there is to say.
 */
export function annotation(
  level: 'warning' | 'error',
  about: { readonly file: string; readonly line: number; readonly message: string },
): string {
  const line = about.line === 0 ? '' : `,line=${about.line}`
  return `::${level} file=${property(about.file)}${line}::${data(about.message)}`
}

function data(text: string): string {
  // GitHub decodes it: shown first, nothing that it would decode is left but what was written.
  return visibleText(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
