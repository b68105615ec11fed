/** DocFX: `docfx.json`. @module */
import type { Generator } from './generator.ts'

/** https://dotnet.github.io/docfx/reference/docfx-json-reference.html */
export const docfx: Generator = {
  dialect: 'docfx',
  configNames: ['docfx.json'],
  siteFolders: ['.', 'docs'],
  pathSign: /(?:^|\/)toc\.yml$/i,
  textSign: /\[!INCLUDE ?\[|\[!div\b/i,
  read: (_, folder) => ({ rootFolders: [folder] }),
}
