/** Fields of an API: `<ParamField path="id" type="string" required>`. @module */
import { codeSpanOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { componentConstruct, spokenAttribute } from './component-construct.ts'

/** The name with what is said of it, then what stands in the field. */
export const componentFields: Construct = componentConstruct({
  name: 'field of an API',
  written: '<ParamField path="id" type="string" required>\n  The name.\n</ParamField>',
  becomes: '**`id`** string, required\n\nThe name.',
  names: ['ParamField', 'ResponseField', 'Property', 'PropertyDefinition'],
  replace({ attributes, content }) {
    const { words } = attributes
    const name = spokenAttribute(attributes, 'name', 'path', 'query', 'body', 'header')
    if (name === undefined) return undefined
    const initial = spokenAttribute(attributes, 'default')
    const said = [
      spokenAttribute(attributes, 'type'),
      words.has('required') && words.get('required') !== 'false' ? 'required' : undefined,
      words.has('deprecated') ? 'deprecated' : undefined,
      initial === undefined ? undefined : `default ${initial}`,
    ].filter((one) => one !== undefined)
    const head = [`**${codeSpanOf(name)}**`, said.join(', ')].join(' ').trimEnd()
    return { block: content.length === 0 ? [head] : [head, '', ...content] }
  },
})
