/** `{% prompt %}`, and `{% reusable-content %}`: what they hold stays. @module */
import type { Construct } from '../construct.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/creating-content/blocks/prompt */
export const gitbookPrompts: Construct = gitbookConstruct({
  name: 'prompt; content that is used again',
  written: '{% prompt description="A prompt" icon="sail" %}\nText\n{% endprompt %}',
  becomes: '**A prompt**\n\nText',
  names: ['prompt', 'reusable-content'],
  replace({ named, content }) {
    const title = named.get('description')?.trim()
    return { block: title ? [`**${title}**`, '', ...content] : content }
  },
})
