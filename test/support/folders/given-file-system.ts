/** Files that a test gives as text, in the place of a disk. @module */
import { dirname, join } from 'node:path'
import type { FoundFile } from '../../../src/folder/files/find-file.ts'
import { type FileSystem, guardedFiles } from '../../../src/folder/files/guarded-files.ts'
import { generatorNames } from '../../../src/folder/site/find-site.ts'

/** @param files Texts by their paths from the base. */
export function givenFileSystem(base: string, files: ReadonlyMap<string, string>): FileSystem {
  const texts = new Map(Array.from(files, ([path, text]) => [join(base, path), text]))
  const found = new Map<string, FoundFile>([[base, { file: base, isFolder: true }]])
  for (const file of texts.keys()) {
    found.set(file, { file, isFolder: false })
    for (let folder = dirname(file); !found.has(folder); folder = dirname(folder)) {
      found.set(folder, { file: folder, isFolder: true })
    }
  }
  const textOf = (path: string): string => {
    const text = texts.get(path)
    if (text !== undefined) return text
    throw Object.assign(new Error(`there is no text ${path}`), { code: 'ENOENT' })
  }
  return guardedFiles(
    {
      exists: (path) => found.has(path),
      realPath: (path) => found.get(path)?.file ?? textOf(path),
      isFolder: (path) => found.get(path)?.isFolder ?? false,
      list: async () => [],
      readText: (path, maxBytes) => textOf(path).slice(0, maxBytes),
      readBytes: async (path) => Buffer.from(textOf(path)),
      finder: () => async (candidates) => found.get(candidates.find((one) => found.has(one)) ?? ''),
      readImage: async () => 'image-missing',
    },
    { top: base, named: [], allowIgnored: [], generatorNames },
  )
}
