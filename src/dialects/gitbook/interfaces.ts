/** `{% openapi %}`, `{% swagger %}` and what stands in them: descriptions of interfaces. @module */
import { codeSpanOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { type GitbookBlock, gitbookConstruct } from './gitbook-construct.ts'

/** https://gitbook.com/docs/api-references/openapi/insert-api-reference-in-your-docs */
export const gitbookInterfaces: Construct = gitbookConstruct({
  name: 'operation of an interface',
  written:
    '{% openapi-operation path="/boats" method="get" %}\n[Boats](https://example.com/a.yaml)\n{% endopenapi-operation %}',
  becomes: '**GET** `/boats`\n\n[Boats](https://example.com/a.yaml)',
  names: ['openapi', 'openapi-operation', 'openapi-schemas', 'swagger'],
  replace(block) {
    const summary = block.named.get('summary') ?? ''
    return { block: [...headOf(block), ...(summary === '' ? [] : [summary, '']), ...block.content] }
  },
})

/** The older form of it. */
export const gitbookInterfaceParts: Construct = gitbookConstruct({
  name: 'description, parameter and answer of an operation',
  written:
    '{% swagger-parameter in="query" name="limit" type="integer" required="true" %}\nAt most\n{% endswagger-parameter %}',
  becomes: '`limit` query · integer · required\n\nAt most',
  names: ['swagger-description', 'swagger-parameter', 'swagger-response'],
  replace({ named, content }) {
    const name = named.get('name')
    const isRequired = named.get('required') === 'true'
    const said = [named.get('in'), named.get('type'), isRequired ? 'required' : '']
    const status = named.get('status')
    const head = [
      name === undefined ? '' : inCode(name),
      said.filter((words) => words).join(' · '),
      status === undefined ? '' : `**${status}**`,
      named.get('description') ?? '',
    ].filter((words) => words !== '')
    return { block: head.length === 0 ? content : [head.join(' '), '', ...content] }
  },
})

function headOf({ named }: GitbookBlock): readonly string[] {
  const method = named.get('method') ?? ''
  const path = (named.get('baseUrl') ?? '') + (named.get('path') ?? named.get('schemas') ?? '')
  const head = [
    method === '' ? '' : `**${method.toUpperCase()}**`,
    path === '' ? '' : inCode(path),
  ].filter((words) => words !== '')
  return head.length === 0 ? [] : [head.join(' '), '']
}

function inCode(text: string): string {
  return codeSpanOf(text.replace(/[`\n]/g, ' '))
}
