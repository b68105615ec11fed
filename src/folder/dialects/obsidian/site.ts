/** Obsidian: a vault, with or without settings. @module */
import { join } from 'node:path'
import type { FileSystem } from '../../files/guarded-files.ts'
import { readYamlFields } from '../../navigation/yaml-value.ts'
import { fieldOf } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'

/** https://help.obsidian.md/configuration-folder */
export const obsidian: Generator = {
  configNames: ['.obsidian'],
  textSign: /\[\[(?!_?toc_?\]\])[^\][|\n]{1,200}(?:\|[^\][\n]{1,200})?\]\](?![([])/i,
  signShare: 1 / 5,
  // A note is named by its file, not by its heading.
  titleOf(path) {
    const [, name] = /([^/]+)\.(?:md|markdown)$/i.exec(path) ?? []
    return name === undefined || /^(?:_?index|readme)$/i.test(name) ? undefined : name
  },
  read: (_, folder, __, fileSystem) => ({ keepsLines: keepsLines(folder, fileSystem) }),
}

/** Obsidian keeps line breaks by default; without settings we cannot be sure it is a vault. */
function keepsLines(folder: string, { exists, readSettings }: FileSystem): boolean {
  if (!exists(join(folder, '.obsidian'))) return false
  try {
    const settings = readSettings(join(folder, '.obsidian/app.json'))
    return fieldOf(readYamlFields(settings), 'strictLineBreaks') !== true
  } catch {
    return true
  }
}
