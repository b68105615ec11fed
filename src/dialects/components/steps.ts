/** `<Steps>` with `<Step title="A">`. @module */

import { oneLine } from '../alert.ts'
import type { Construct } from '../construct.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'

/** They become a numbered list. */
export const componentSteps: Construct = componentConstruct({
  name: 'steps',
  written: '<Steps>\n  <Step title="Install">\n    Run it.\n  </Step>\n</Steps>',
  becomes: '1. **Install**\n\n   Run it.',
  names: ['Steps', 'Step', 'Steps.Step', 'Stepper'],
  replace({ kind, name, attributes, content, position }) {
    if (!name.endsWith('Step')) return { block: content }
    const title = spokenAttribute(attributes, 'title', 'label', 'name')
    if (kind !== 'pair' && title === undefined) return undefined
    const number = `${position + 1}. `
    const indented = content.map(({ text, line }) => ({
      text: text === '' ? '' : ' '.repeat(number.length) + text,
      line,
    }))
    if (title !== undefined) {
      const head = `${number}**${oneLine(title)}**`
      return { block: content.length === 0 ? [head] : [head, '', ...indented] }
    }
    const [first = { text: '', line: 0 }, ...others] = indented
    return { block: [{ ...first, text: number + first.text.trimStart() }, ...others] }
  },
})
