/** `{% hint style="info" %}`. @module */
import { alertAround } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/creating-content/blocks/hint */
export const gitbookHints: Construct = gitbookConstruct({
  name: 'hint',
  written: '{% hint style="info" %}\nText\n{% endhint %}',
  becomes: '> [!INFO]\n> Text',
  names: ['hint'],
  replace: ({ named, content, line }) => ({
    block: alertAround(named.get('style') ?? 'info', undefined, content, line),
  }),
})
