/** Options of spaces that are connected to Confluence; omitted ones stay unchanged. @module */

import { namedRows, optionRow } from './option-rows.ts'
import {
  accountEmail,
  file,
  formulaMacros,
  freeText,
  macros,
  remoteKey,
  toggle,
  wordOf,
} from './option-values.ts'

export const connectionRows = namedRows(
  {
    siteUrl: optionRow(
      freeText('url'),
      'Address of the Confluence to connect to, over HTTPS, such as https://acme.atlassian.net/wiki.',
      { flag: '--to', env: 'MARKPORT_CONFLUENCE_URL' },
    ),
    remoteSpace: optionRow(remoteKey, 'Key of the space in Confluence.', {
      flag: '--remote',
      env: 'MARKPORT_CONFLUENCE_SPACE',
    }),
    siteTokenFile: optionRow(
      file,
      "File with the token of the account that writes, read by the service as well. Without it the token is in MARKPORT_CONFLUENCE_TOKEN_KEY (the space's key here), or in MARKPORT_CONFLUENCE_TOKEN.",
      { flag: '--token-file', env: 'MARKPORT_CONFLUENCE_CREDENTIAL_FILE' },
    ),
    siteEmail: optionRow(
      accountEmail,
      "E-mail address of the account, for an API token of a person at Cloud; without it the token is a service account's, or a personal access token of Data Center.",
      { flag: '--email', env: 'MARKPORT_CONFLUENCE_EMAIL' },
    ),
    refuseDetaching: optionRow(
      toggle,
      'Refuse an import that would remove the text of an open inline comment; by default it is a warning.',
      {
        flag: '--refuse-when-comments-would-detach',
        env: 'MARKPORT_CONFLUENCE_REFUSE_WHEN_COMMENTS_WOULD_DETACH',
      },
    ),
    titleClash: optionRow(
      wordOf('what', 'refuse', 'suffix'),
      'What an import does when another page of the Confluence space has its title: refuse (the default), or suffix, which adds the title of the parent.',
      { flag: '--on-title-clash', env: 'MARKPORT_CONFLUENCE_ON_TITLE_CLASH' },
    ),
    diagramMacro: optionRow(
      macros,
      'Confluence macros for diagrams, as language=NAME between commas, such as mermaid=mermaid-cloud; or none.',
      { env: 'MARKPORT_CONFLUENCE_DIAGRAM_MACROS' },
    ),
    formulaMacro: optionRow(
      formulaMacros,
      'Confluence macros for formulas, as BLOCK,INLINE, such as mathblock,mathinline; or none.',
      { env: 'MARKPORT_CONFLUENCE_FORMULA_MACROS' },
    ),
  },
  { prefix: 'CONFLUENCE_' },
)
