/** `{% tabs %}` with `{% tab title="One" %}`. @module */
import type { Construct } from '../construct.ts'
import { detailsAround } from '../details.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/creating-content/blocks/tabs */
export const gitbookTabs: Construct = gitbookConstruct({
  name: 'tabs',
  written: '{% tabs %}\n{% tab title="One" %}\nText\n{% endtab %}\n{% endtabs %}',
  becomes: '<details><summary>One</summary>\n\nText\n\n</details>',
  names: ['tabs', 'tab'],
  replace({ name, named, content, line, position }) {
    if (name === 'tabs') return { block: content }
    return { block: detailsAround(named.get('title') ?? `Tab ${position + 1}`, content, { line }) }
  },
})
