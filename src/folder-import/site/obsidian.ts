/** Obsidian: a vault is a folder that has `.obsidian`. @module */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularTextSync } from '../files/read-regular-file.ts'
import type { Generator } from './generator.ts'
import { fieldOf, readYamlFields } from './settings.ts'

/** https://help.obsidian.md/configuration-folder */
export const obsidian: Generator = {
  dialect: 'obsidian',
  configNames: ['.obsidian'],
  textSign: /\[\[[^\][|\n]{1,200}(?:\|[^\][\n]{1,200})?\]\]/,
  read: (_, folder) => ({ rootFolders: [folder], keepsLines: keepsLines(folder) }),
}

/** Unless the vault says otherwise; without its settings, files may be anybody's. */
function keepsLines(folder: string): boolean {
  if (!existsSync(join(folder, '.obsidian'))) return false
  try {
    const settings = readRegularTextSync(join(folder, '.obsidian/app.json'))
    return fieldOf(readYamlFields(settings), 'strictLineBreaks') !== true
  } catch {
    return true
  }
}
