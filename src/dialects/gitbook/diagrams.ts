/** `{% @mermaid/diagram content="…" %}`. @module */
import { codeBlockOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { textsOf } from '../lines-of.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/integrations/mermaid */
export const gitbookDiagrams: Construct = gitbookConstruct({
  name: 'diagram',
  written: '{% @mermaid/diagram content="graph TD\n  A-->B" %}',
  becomes: '```mermaid\ngraph TD\n  A-->B\n```',
  names: ['@mermaid/diagram'],
  isSingle: true,
  replace({ named, words, line }) {
    const content = (named.get('content') ?? '').replaceAll('\\n', '\n')
    // Quotes inside the content cut it into words.
    if (content.trim() === '' || words.length > 0) return undefined
    return { block: codeBlockOf('mermaid', textsOf(content), line) }
  },
})
