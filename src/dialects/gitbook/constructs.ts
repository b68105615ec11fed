/** What GitBook knows beyond Markdown. @module */
import { splitLines } from '../../convert/code/line-reader.ts'
import { codeBlockOf, codeSpanOf } from '../code-block.ts'
import type { Construct } from '../construct.ts'
import { replaceIcons } from '../icons.ts'
import { isLiquidProgram, unknownTag } from '../jekyll/tags.ts'
import { mapText, replaceMatches } from '../line.ts'
import { embeds } from '../shared-constructs.ts'
import { replaceShortcodes, type Shortcode } from '../shortcodes.ts'
import { leaveContent, pagePrograms } from '../unknown-parts.ts'
import {
  gitbookCode,
  gitbookColumns,
  gitbookConstruct,
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookHints,
  gitbookIncludedFiles,
  gitbookNotation,
  gitbookPrompts,
  gitbookRaw,
  gitbookSteps,
  gitbookTabs,
  gitbookUpdates,
} from './blocks.ts'
import { gitbookCards } from './cards.ts'

/** https://gitbook.com/docs/integrations/mermaid */
const gitbookDiagrams: Construct = gitbookConstruct({
  name: 'diagram',
  written: '{% @mermaid/diagram content="graph TD\n  A-->B" %}',
  becomes: '```mermaid\ngraph TD\n  A-->B\n```',
  names: ['@mermaid/diagram'],
  isPair: false,
  replace({ named, words, line }) {
    const content = (named.get('content') ?? '').replaceAll('\\n', '\n')
    // Quotes inside the content cut it into words.
    if (content.trim() === '' || words.length > 0) return undefined
    return { block: codeBlockOf('mermaid', splitLines(content), line) }
  },
})

/** https://gitbook.com/docs/creating-content/blocks/table */
const gitbookControls: Construct = {
  name: 'choices of a column: left out; button: its words',
  written:
    '<th>Status<select><option value="1" label="Done"></option></select></th> <button>Ask</button>',
  becomes: '<th>Status</th> Ask',
  sign: /<(?:select|button)\b/,
  read: (lines) =>
    mapText(lines, (text) => {
      if (!/<(?:select|button)\b/.test(text)) return text
      const chosen = replaceMatches(text, choices, () => '')
      return replaceMatches(chosen, button, ([, words = '']) => words)
    }),
}

const choices =
  /<select\b[^<>]{0,500}>(?:\s{0,9}<option\b[^<>]{0,1000}>[^<>]{0,500}(?:<\/option>)?){0,200}\s{0,9}<\/select>/g
const button = /<button\b[^<>]{0,1000}>([^<>]{0,1000})<\/button>/g

/** https://gitbook.com/docs/creating-content/formatting/inline#icons */
const gitbookIcons: Construct = {
  name: 'icon: a sign if it has a meaning, else nothing beside words, and its name where it stands alone',
  written: '| <i class="fa-check">:check:</i> | <i class="fa-leaf">:leaf:</i> Leaf |',
  becomes: '| ✓ | Leaf |',
  sign: /<i\s[^<>]*\bfa-/,
  // As a name between colons, which is no tag, it stands among the words.
  read: (lines) =>
    mapText(lines, (text) => {
      if (!text.includes('<i ')) return text
      return replaceIcons(text.replace(tag, '\uE001$1\uE001'), icon)
    }),
}

const tag =
  /<i\s(?:[^<>]{0,200}\s)?class="(?:fa[bsrl]?\s)?fa-([a-z\d][a-z\d-]{0,80})(?:\s[^"<>]{0,200})?"[^<>]{0,200}>(?::[\w-]{0,80}:)?<\/i>/gi
const icon = /(?<![ \t])([ \t]*)\uE001([a-z\d-]+)\uE001([ \t]*)/gi

/** https://gitbook.com/docs/api-references/openapi/insert-api-reference-in-your-docs */
const gitbookInterfaces: Construct = gitbookConstruct({
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

/** The older way to describe an interface, part by part. */
const gitbookInterfaceParts: Construct = gitbookConstruct({
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

function headOf({ named }: Shortcode): readonly string[] {
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

/** Read after all others but text that stays as it is written. */
const others: Construct = {
  name: 'any other block',
  written: '{% panel title="More" %}\nSome words.\n{% endpanel %}',
  becomes: '**More**\n\nSome words.',
  sign: /\{%/,
  read: (lines, context) =>
    replaceShortcodes(lines, gitbookNotation, (block) =>
      // The words of a plug-in stand in its attributes.
      isLiquidProgram(block.name) || block.name.startsWith('@')
        ? undefined
        : leaveContent(unknownTag(block), context),
    ),
}

export const gitbookConstructs: readonly Construct[] = [
  gitbookIncludedFiles,
  gitbookHints,
  gitbookTabs,
  gitbookSteps,
  gitbookColumns,
  gitbookUpdates,
  gitbookPrompts,
  gitbookInterfaceParts,
  gitbookInterfaces,
  gitbookCode,
  gitbookContentRefs,
  gitbookEmbeds,
  gitbookFiles,
  gitbookDiagrams,
  gitbookCards,
  gitbookControls,
  gitbookIcons,
  others,
  embeds,
  pagePrograms,
  gitbookRaw,
]
