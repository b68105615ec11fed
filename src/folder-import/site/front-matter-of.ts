/** What a file says of itself, for those who read no more of it. @module */
import { frontMatterLines } from '../../convert/code/front-matter-lines.ts'
import { splitLines } from '../../convert/code/line-reader.ts'
import type { FileSystem } from '../files/guarded-files.ts'
import { readSettings } from './settings.ts'

/** No front matter is longer. */
const maxBytes = 64 * 1024

/**
 * Read the front matter of a file.
 * @param file Absolute path.
 * @returns Its fields; undefined where there are none that can be read.
 */
export function frontMatterOf(file: string, { readText }: FileSystem): unknown {
  try {
    const texts = splitLines(readText(file, maxBytes).trimStart())
    return readSettings(texts.slice(1, Math.max(1, frontMatterLines(texts) - 1)).join('\n'))
  } catch {
    // The import itself says what cannot be read.
    return undefined
  }
}
