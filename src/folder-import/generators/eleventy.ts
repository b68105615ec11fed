/** Eleventy: `eleventy.config.js`, a program. @module */
import { resolve } from 'node:path'
import { isUnderlined } from '../files/tree-paths.ts'
import { programSettings, type Settings, siteAddresses } from '../site/settings.ts'
import type { SiteTemplates } from '../templates/site-templates.ts'
import type { Generator } from './generator.ts'

/** https://www.11ty.dev/docs/config/ */
export const eleventy: Generator = {
  dialect: 'eleventy',
  configNames: [
    '.eleventy.js',
    ...['js', 'mjs', 'cjs', 'ts'].map((ending) => `eleventy.config.${ending}`),
  ],
  siteFolders: ['.', 'docs', 'website', 'site'],
  relativeTo: ['page', 'file'],
  isPart: (path) => isUnderlined(path) || /(?:^|\/)_[^/]*\//.test(path),
  read(text, folder) {
    const textOf = programSettings(text)
    const input = resolve(folder, textOf('input') ?? '.')
    return {
      rootFolders: [input, ...['public', 'static', '.'].map((one) => resolve(folder, one))],
      includeFolders: [resolve(input, textOf('includes') ?? '_includes')],
      addresses: siteAddresses(undefined, textOf('pathPrefix')),
      templates: templatesOf(textOf, input),
    }
  },
}

/** Its own names, and what is another value each time. */
const madeBySite =
  /(?<![\w./-])(?:collections|pagination|eleventy|page\.\w+)\b|(["'])(?:now|today)\1/

/** https://www.11ty.dev/docs/data-cascade/ */
function templatesOf(textOf: Settings, input: string): SiteTemplates {
  return {
    language: textOf('markdownTemplateEngine') === 'njk' ? 'jinja' : 'quoted-liquid',
    data: [{ path: resolve(input, textOf('data') ?? '_data') }],
    siteValues: (data) => data,
    pageValues: (frontMatter) => frontMatter,
    findUnknown: (template) => madeBySite.exec(template)?.[0],
  }
}
