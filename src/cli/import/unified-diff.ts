/** A change of a file as a patch that `git apply` and `patch` take. @module */
import { structuredPatch } from 'diff'

/**
 * Word a change.
 * @param file The file as seen from where the patch is applied.
 * @returns The lines of the patch; none where nothing changes.
 */
export function unifiedDiff(file: string, before: string, after: string): string[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 })
  if (hunks.length === 0) return []
  const path = file.replaceAll('\\', '/')
  return [
    `--- ${named(`a/${path}`)}`,
    `+++ ${named(`b/${path}`)}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ]),
  ]
}

/** As Git writes names with characters that would end a line or begin a field. */
function named(path: string): string {
  if (!/[\u0000-\u001f\u007f"\\]/.test(path)) return path
  const quoted = path.replace(/[\u0000-\u001f\u007f"\\]/g, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
  })
  return `"${quoted}"`
}
