/** Obsidian: a vault is a folder that has `.obsidian`. @module */
import { join } from 'node:path'
import type { FileSystem } from '../files/guarded-files.ts'
import type { Generator } from './generator.ts'
import { fieldOf, readYamlFields } from './settings.ts'

/** https://help.obsidian.md/configuration-folder */
export const obsidian: Generator = {
  dialect: 'obsidian',
  configNames: ['.obsidian'],
  textSign: /\[\[[^\][|\n]{1,200}(?:\|[^\][\n]{1,200})?\]\]/,
  read: (_, folder, __, fileSystem) => ({
    rootFolders: [folder],
    keepsLines: keepsLines(folder, fileSystem),
  }),
}

/** Unless the vault says otherwise; without its settings, files may be anybody's. */
function keepsLines(folder: string, { exists, readSettings }: FileSystem): boolean {
  if (!exists(join(folder, '.obsidian'))) return false
  try {
    const settings = readSettings(join(folder, '.obsidian/app.json'))
    return fieldOf(readYamlFields(settings), 'strictLineBreaks') !== true
  } catch {
    return true
  }
}
