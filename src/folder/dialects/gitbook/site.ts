/** GitBook: `.gitbook.yaml`, or the older `book.json`. @module */
import { resolve } from 'node:path'
import { readYamlFields } from '../../navigation/yaml-value.ts'
import { settingsOf } from '../../site/settings.ts'
import type { Generator } from '../generator.ts'
import { summary } from '../mdbook/site.ts'

/** https://gitbook.com/docs/getting-started/git-sync/content-configuration */
export const gitbook: Generator = {
  configNames: ['.gitbook.yaml', '.gitbook.yml', 'book.json'],
  // A list belongs to another tool.
  configSign: /^(?!\s*\[)/,
  ownFolders: ['.gitbook'],
  navigationFiles: [summary],
  textSign: /\{% ?(?:hint|tabs|content-ref|embed|code|stepper)\b/,
  read(text, folder) {
    const root = settingsOf(readYamlFields(text))('root') ?? '.'
    return { rootFolders: [resolve(folder, root.replace(/^\/+/, '') || '.')] }
  },
}
