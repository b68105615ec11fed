/** Text between `{% raw %}` and `{% endraw %}`, which templates do not evaluate. @module */
import { mapChildren, type Part } from '../parts/part.ts'
import type { CodeConstruct, Context, TagConstruct } from '../parts/part-construct.ts'
import type { Syntax } from '../parts/syntax.ts'
import { changedCode } from './code.ts'

const mark = /\{%-?\s*(?:end)?raw\s*-?%\}/g
const template = /\{(?=[{%])/g

/**
 * Removes the raw marks and escapes the content, so that nothing reads it as a template.
 * @param syntax Reads the marks as tags named `raw`.
 * @param isRaw Whether the document uses raw marks at all.
 */
export function rawText(
  syntax: Syntax,
  isRaw: (context: Context) => boolean = () => true,
): readonly [TagConstruct, CodeConstruct] {
  return [
    {
      name: 'text that is shown as it is',
      input: 'Write {% raw %}{{ page.title }}{% endraw %} here.',
      becomes: 'Write &#123;{ page.title }} here.',
      syntax,
      names: new Set(['raw']),
      tag: ({ children }, context) =>
        isRaw(context) ? { inline: plainParts(children) } : undefined,
    },
    {
      name: 'text in code that is shown as it is',
      input: '`{% raw %}{{ page.title }}{% endraw %}`',
      becomes: '`{{ page.title }}`',
      code: (code, context) => (isRaw(context) ? changedCode(code, withoutRawMarks) : undefined),
    },
  ]
}

export function withoutRawMarks(text: string): string {
  return text.replace(mark, '')
}

function plainParts(parts: readonly Part[]): readonly Part[] {
  const change = (children: readonly Part[]): readonly Part[] =>
    children.map((part) =>
      part.type === 'text' || (part.type === 'raw' && !part.isComment)
        ? { ...part, text: withoutRawMarks(part.text).replace(template, '&#123;') }
        : part,
    )
  return change(mapChildren(parts, change))
}
