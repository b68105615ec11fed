/** Obsidian: a vault is a folder that has `.obsidian`. @module */
import type { Generator } from './generator.ts'

/** https://help.obsidian.md/configuration-folder */
export const obsidian: Generator = {
  dialect: 'obsidian',
  configNames: ['.obsidian'],
  textSign: /\[\[[^\][|\n]{1,200}(?:\|[^\][\n]{1,200})?\]\]/,
  read: (_, folder) => ({ rootFolders: [folder] }),
}
