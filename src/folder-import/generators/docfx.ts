/** DocFX: `docfx.json`. @module */
import type { Generator } from './generator.ts'
import { toc } from './toc.ts'

/** https://dotnet.github.io/docfx/reference/docfx-json-reference.html */
export const docfx: Generator = {
  dialect: 'docfx',
  configNames: ['docfx.json'],
  siteFolders: ['.', 'docs'],
  pathSign: /(?:^|\/)toc\.yml$/i,
  textSign: /\[!INCLUDE ?\[|\[!div\b/i,
  navigationFiles: [toc],
  // By the rule of Microsoft Learn, whose configurations leave them out of the build.
  isPart: (path) => /(?:^|\/)includes\//.test(path),
  read: (_, folder) => ({ rootFolders: [folder] }),
}
