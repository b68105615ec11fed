/** `{% stepper %}` with `{% step %}`. @module */
import type { Construct } from '../construct.ts'
import { headingWords } from '../heading-words.ts'
import type { Line } from '../line.ts'
import { gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/creating-content/blocks/stepper */
export const gitbookSteps: Construct = gitbookConstruct({
  name: 'steps: a numbered list',
  written: '{% stepper %}\n{% step %}\n### First\nText\n{% endstep %}\n{% endstepper %}',
  becomes: '1. **First**\n\n   Text',
  names: ['stepper', 'step'],
  replace({ name, content, position }) {
    if (name === 'stepper') return { block: content }
    const number = `${position + 1}. `
    const indent = ' '.repeat(number.length)
    const [first, ...others] = withoutHeading(content)
    if (first === undefined) return { block: [] }
    const indented = others.map((one) => ({ ...one, text: (indent + one.text).trimEnd() }))
    return { block: [{ ...first, text: number + first.text }, ...indented] }
  },
})

/** A list has no headings. */
function withoutHeading([first, ...others]: readonly Line[]): readonly Line[] {
  if (first === undefined) return []
  const words = headingWords(first.text)
  if (!words) return [first, ...others]
  const title = { ...first, text: `**${words}**` }
  return others[0]?.text.trim() ? [title, { ...first, text: '' }, ...others] : [title, ...others]
}
