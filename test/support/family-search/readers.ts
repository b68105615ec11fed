/** Every reader of text that the search looks at. @module */
import { adfReaders } from './adf-readers.ts'
import { dialectReaders } from './dialect-readers.ts'
import type { FamilyReader } from './family-reader.ts'
import { folderReaders } from './folder-readers.ts'
import { wikiReaders } from './wiki-readers.ts'

export const readers: Readonly<Record<string, FamilyReader>> = {
  ...dialectReaders,
  ...folderReaders,
  ...wikiReaders,
  ...adfReaders,
}
