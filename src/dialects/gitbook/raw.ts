/** `{% raw %}` around text that is to be read as it is written. @module */
import type { Construct } from '../construct.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** Read after all other tags, which are none between these. */
export const gitbookRaw: Construct = gitbookConstruct({
  name: 'text as it is written',
  written: 'Write {% raw %}`{{ name }}`{% endraw %}.',
  becomes: 'Write `{{ name }}`.',
  names: ['raw'],
  replace: ({ isBlock, content, sentence }) =>
    isBlock ? { block: content } : { inline: sentence },
})
