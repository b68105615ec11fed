/** Options of spaces that are connected to Confluence; omitted ones stay unchanged. @module */
import {
  OptionError,
  type OptionRows,
  parseBoolean,
  parseList,
  parseText,
  parseWord,
} from './option-parsers.ts'

const edits = ['overwrite-imported', 'overwrite', 'refuse', 'keep-theirs'] as const
const titleClash = ['refuse', 'suffix'] as const
const widths = ['default', 'full-width'] as const

export interface ConnectionOptionTypes {
  readonly siteUrl: string
  readonly remoteSpace: string
  readonly siteTokenFile: string
  readonly siteEmail: string
  readonly edits: (typeof edits)[number]
  readonly refuseDetaching: boolean
  readonly titleClash: (typeof titleClash)[number]
  readonly pageWidth: (typeof widths)[number]
  readonly diagramMacro: Readonly<Record<string, string>>
  readonly formulaMacro: { readonly block: string; readonly inline: string } | undefined
}

export const connectionRows: OptionRows<ConnectionOptionTypes> = {
  siteUrl: {
    flag: '--to',
    argument: '<url>',
    env: 'MARKPORT_CONFLUENCE_URL',
    description:
      'Address of the Confluence to connect to, over HTTPS, such as https://acme.atlassian.net/wiki.',
    parse: parseText,
  },
  remoteSpace: {
    flag: '--remote',
    argument: '<key>',
    env: 'MARKPORT_CONFLUENCE_SPACE',
    description: 'Key of the space there.',
    parse: parseRemoteKey,
  },
  siteTokenFile: {
    flag: '--token-file',
    argument: '<file>',
    env: 'MARKPORT_CONFLUENCE_CREDENTIAL_FILE',
    description:
      'File with the token of the account that writes there, read by the service as well. Without it the token is in MARKPORT_CONFLUENCE_TOKEN_ and the key of the space here, or in MARKPORT_CONFLUENCE_TOKEN.',
    parse: parseText,
  },
  siteEmail: {
    flag: '--email',
    argument: '<address>',
    env: 'MARKPORT_CONFLUENCE_EMAIL',
    description:
      "E-mail address of the account, for an API token of a person at Cloud; without it the token is a service account's, or a personal access token of Data Center.",
    parse: parseAccountEmail,
  },
  edits: {
    flag: '--edits',
    argument: '<what>',
    env: 'MARKPORT_CONFLUENCE_EDITS',
    description:
      'What an import does when somebody changed the page in Confluence: overwrite-imported, with a warning and never a page that no import wrote (as at first), overwrite any page, refuse, or keep-theirs block by block.',
    choices: edits,
    parse: parseWord(edits),
  },
  refuseDetaching: {
    flag: '--refuse-when-comments-would-detach',
    env: 'MARKPORT_CONFLUENCE_REFUSE_WHEN_COMMENTS_WOULD_DETACH',
    description:
      'Refuse an import that would take the text of an open inline comment away; at first it is a warning.',
    parse: parseBoolean,
  },
  titleClash: {
    flag: '--on-title-clash',
    argument: '<what>',
    env: 'MARKPORT_CONFLUENCE_ON_TITLE_CLASH',
    description:
      'What an import does when another page of the space there has its title: refuse (as at first), or suffix, which adds the title of the parent.',
    choices: titleClash,
    parse: parseWord(titleClash),
  },
  pageWidth: {
    flag: '--page-width',
    argument: '<width>',
    env: 'MARKPORT_CONFLUENCE_PAGE_WIDTH',
    description:
      'How wide imported pages are shown there: default or full-width. At first that is left to Confluence.',
    choices: widths,
    parse: parseWord(widths),
  },
  diagramMacro: {
    flag: '--diagram-macro',
    argument: '<macros>',
    env: 'MARKPORT_CONFLUENCE_DIAGRAM_MACROS',
    isRepeatable: true,
    description:
      'Macros there that show diagrams, as language=NAME between commas, such as mermaid=mermaid-cloud; none for none.',
    parse: parseMacros,
  },
  formulaMacro: {
    flag: '--formula-macro',
    argument: '<macros>',
    env: 'MARKPORT_CONFLUENCE_FORMULA_MACROS',
    description:
      'Macros there that show formulas, as BLOCK,INLINE, such as mathblock,mathinline; none for none.',
    parse: parseFormulaMacros,
  },
}

/** Keys of personal spaces start with `~`. */
function parseRemoteKey(text: string): string {
  if (!/^~?[A-Za-z0-9._-]{1,255}$/.test(text)) {
    throw new OptionError('use the key of a space, such as ENG')
  }
  return text
}

function parseAccountEmail(text: string): string {
  // Basic credentials separate address and token by a colon.
  if (!/^[^\s:@]{1,128}@[^\s:@]{1,128}$/.test(text)) {
    throw new OptionError('use an address such as robot@acme.example')
  }
  return text
}

const macroName = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/

/** Names of macros, by the language of the code blocks that they render. */
function parseMacros(text: string): Readonly<Record<string, string>> {
  if (text === 'none') return {}
  const macros = parseList(text).map((rule) => {
    const [, language, name = ''] = /^([a-z][a-z0-9+#-]{0,39})=(.{1,100})$/.exec(rule) ?? []
    if (language === undefined || !macroName.test(name)) {
      throw new OptionError('use pairs such as mermaid=mermaid-cloud, or none')
    }
    return [language, name] as const
  })
  return Object.fromEntries(macros)
}

function parseFormulaMacros(text: string): { block: string; inline: string } | undefined {
  if (text === 'none') return undefined
  const [block = '', inline = '', ...more] = parseList(text)
  if (!macroName.test(block) || !macroName.test(inline) || more.length > 0) {
    throw new OptionError('use two names such as mathblock,mathinline, or none')
  }
  return { block, inline }
}
