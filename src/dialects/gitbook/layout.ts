/** `{% columns %}`, `{% column %}`, `{% updates %}` and `{% update %}`: what they hold stays. @module */
import type { Construct } from '../construct.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/creating-content/blocks/columns */
export const gitbookColumns: Construct = gitbookConstruct({
  name: 'columns: one below the other',
  written: '{% columns %}\n{% column width="50%" %}\nText\n{% endcolumn %}\n{% endcolumns %}',
  becomes: 'Text',
  names: ['columns', 'column'],
  replace: ({ content }) => ({ block: content }),
})

/** https://gitbook.com/docs/creating-content/blocks/updates */
export const gitbookUpdates: Construct = gitbookConstruct({
  name: 'updates with their dates',
  written:
    '{% updates format="full" %}\n{% update date="2026-01-31" %}\nText\n{% endupdate %}\n{% endupdates %}',
  becomes: '**2026-01-31**\n\nText',
  names: ['updates', 'update'],
  replace({ named, content }) {
    const said = [named.get('date'), named.get('tags')].filter((words) => words).join(' · ')
    return { block: said === '' ? content : [`**${said}**`, '', ...content] }
  },
})
