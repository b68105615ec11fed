/** Detects files of Git LFS whose content was not fetched. @module */

const firstLine = Buffer.from('version https://git-lfs.github.com/spec/v1\n')

/** Tell whether a file is a pointer: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
export function isLfsPointer(content: Uint8Array): boolean {
  return content.length < 1_024 && firstLine.equals(content.subarray(0, firstLine.length))
}
