/** `{% code title="a.js" %}` around a block of code. @module */
import type { Construct } from '../construct.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/creating-content/blocks/code-block */
export const gitbookCode: Construct = gitbookConstruct({
  name: 'code with a title',
  written: '{% code title="a.js" lineNumbers="true" %}\n```js\na()\n```\n{% endcode %}',
  becomes: '**a.js**\n\n```js\na()\n```',
  names: ['code'],
  replace({ named, content }) {
    const title = named.get('title')?.trim()
    return { block: title ? [`**${title}**`, '', ...content] : content }
  },
})
