/** Jekyll, also on GitHub Pages: `_config.yml`, and its constructs with Liquid and kramdown. @module */
import { resolve } from 'node:path'
import type { CodeRules } from '../../../convert/code/code-rules.ts'
import { isUnderlined } from '../../files/tree-paths.ts'
import { readYamlFields } from '../../navigation/yaml-value.ts'
import { settingsOf, siteAddresses } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import { mkdocsMarkdownInHtml } from '../mkdocs/blocks.ts'
import { mkdocsAbbreviations } from '../mkdocs/references.ts'
import type { PartConstruct } from '../parts/part-construct.ts'
import { attributeLists } from '../shared/attribute-lists.ts'
import { anyTag, liquidTags } from '../shared/code.ts'
import { spanTags } from '../shared/words.ts'
import { kramdownFormulas, kramdownMarks } from './kramdown.ts'
import { liquidConstructs } from './tags.ts'

/** Folders with an underscore that hold no pages. */
const ownFolders =
  /(?:^|\/)_(?:includes|layouts|data|sass|site|plugins|drafts|snippets|partials)(?:\/|$)/

/** https://jekyllrb.com/docs/configuration/ */
export const jekyll: Generator = {
  configNames: ['_config.yml', '_config.yaml'],
  // Hexo has the same file name but other tags.
  configSign: /^(?!(?:[\s\S]*\n)?(?:source_dir|new_post_name|post_asset_folder)[ \t]*:)/,
  textSign: /\{% ?(?:include|highlight|link|raw|assign)\b|^\{: ?[.#]/,
  isPart: (path) => isUnderlined(path) || ownFolders.test(path),
  read(text, folder) {
    const fields = readYamlFields(text)
    const textOf = settingsOf(fields)
    const source = resolve(folder, textOf('source') ?? '.')
    return {
      rootFolders: [source],
      includeFolders: [resolve(source, '_includes')],
      addresses: siteAddresses(textOf('url'), textOf('baseurl')),
      variables: fields,
      // Addresses that end with a slash change the base of links.
      servesFolders: /^pretty$|\/$/.test(textOf('permalink') ?? '') || undefined,
    }
  },
}

export const jekyllConstructs: readonly PartConstruct[] = [
  ...liquidConstructs,
  ...kramdownFormulas,
  mkdocsMarkdownInHtml,
  spanTags,
  ...kramdownMarks,
  attributeLists,
  mkdocsAbbreviations,
]

/** The content often stands in `raw` tags; match their end too. */
const highlightTags = {
  opening: /^\{%-?\s*highlight\s[^{}]*%\}\s*(?:\{%-?\s*raw\s*-?%\}\s*)?$/,
  closing: /^(?:\{%-?\s*endraw\s*-?%\}\s*)?\{%-?\s*endhighlight\s*-?%\}(?!\s*\{%-?\s*endraw)/,
}

export const jekyllCodeRules: Partial<CodeRules> = {
  markdownTags: [anyTag],
  tags: [liquidTags],
  codeTags: [highlightTags],
}
