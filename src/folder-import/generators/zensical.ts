/** Zensical: `zensical.toml`; what its files say is what MkDocs reads. @module */
import { fieldOf, readSettings } from '../site/settings.ts'
import type { Generator } from './generator.ts'
import { mkdocsSettings, navigationReader } from './mkdocs.ts'

/** https://zensical.org/docs/setup/basics/ */
export const zensical: Generator = {
  dialect: 'mkdocs',
  configNames: ['zensical.toml'],
  relativeTo: ['file', 'page'],
  readNavigation: navigationReader((text) => fieldOf(projectOf(text), 'nav')),
  read: (text, folder) => mkdocsSettings(projectOf(text), folder),
}

function projectOf(text: string): unknown {
  return fieldOf(readSettings(text), 'project')
}
