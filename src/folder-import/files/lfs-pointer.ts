/** Files of Git LFS that were not fetched: a few lines say where their content is. @module */

const firstLine = Buffer.from('version https://git-lfs.github.com/spec/v1\n')

/**
 * Tell whether a file is a pointer: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
 * @param content Its bytes.
 */
export function isLfsPointer(content: Uint8Array): boolean {
  return content.length < 1_024 && firstLine.equals(content.subarray(0, firstLine.length))
}
