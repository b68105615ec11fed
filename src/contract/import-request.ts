/** The request of the import operation: its fields. @module */

/**
 * The fields: validation, error messages, docs and the OpenAPI document are made from this table.
 * `meaning` is part of a sentence; `description` is Markdown.
 */
export const importFields = {
  spaceId: {
    type: 'string',
    isRequired: true,
    meaning: 'the space, by id or key',
    description: 'the space, by id or key',
    lengthLimit: 'maxIdLength',
  },
  parentId: {
    type: 'string',
    isRequired: true,
    meaning: 'id of the parent page',
    description: 'id of the parent page',
    lengthLimit: 'maxIdLength',
  },
  pageTitle: {
    type: 'string',
    isRequired: true,
    meaning: 'title of the page',
    description: 'title, 1 to 255 characters after trimming',
    lengthLimit: 'maxTitleLength',
  },
  content: {
    type: 'string',
    isRequired: true,
    meaning: 'Markdown',
    description: 'Markdown; must not be blank',
  },
  overwrite: {
    type: 'boolean',
    isRequired: false,
    fallback: false,
    meaning: 'update the page when it is there',
    description:
      '`true` creates the page or updates the one that is there; `false` fails if it is there',
  },
  labels: {
    type: 'array of strings',
    isRequired: false,
    meaning: 'all labels of the page',
    description:
      'all labels of the page, each of letters, digits and `-_+/`; without it the page keeps its labels',
  },
  position: {
    type: 'integer',
    isRequired: false,
    meaning: 'place among the pages below the same parent',
    description:
      'place among the pages below the same parent, 0 or more; pages without one follow, by title',
  },
  navigationTitle: {
    type: 'string',
    isRequired: false,
    meaning: 'what trees and lists call the page',
    description: 'what trees and lists call the page; without it they use the title',
    lengthLimit: 'maxTitleLength',
  },
  sourceUrl: {
    type: 'string',
    isRequired: false,
    meaning: 'where the file that the page is made of can be seen',
    description:
      'where the file that the page is made of can be seen or edited, `http` or `https`; the page links there',
    lengthLimit: 'maxSourceUrlLength',
  },
  pageId: {
    type: 'string',
    isRequired: false,
    meaning: 'id of the page itself, or of a reservation',
    description:
      'the page itself, by the id of a page of this space or of a reservation: it gets this title and stands below this parent',
    lengthLimit: 'maxIdLength',
  },
  dryRun: {
    type: 'boolean',
    isRequired: false,
    fallback: false,
    meaning: 'do every check, write nothing',
    description: 'do every check and the conversion, write nothing',
  },
  removeTitleHeading: {
    type: 'boolean',
    isRequired: false,
    fallback: true,
    meaning: 'leave out a first heading that says the title',
    description:
      '`true` leaves a first heading that says the title out of the page, which shows its title anyway; the Markdown that is kept has it',
  },
} as const

export type ImportFieldName = keyof typeof importFields

export interface ImportFields {
  readonly spaceId: string
  readonly parentId: string
  readonly pageTitle: string
  readonly content: string
  readonly overwrite: boolean
  /** Folded and sorted; undefined keeps those of the page. */
  readonly labels: readonly string[] | undefined
  /** Undefined keeps the page's position. */
  readonly position: number | undefined
  /** Empty for none; undefined, which requests cannot send, keeps the present one. */
  readonly navigationTitle: string | undefined
  /** Empty when unknown; undefined, which requests cannot send, keeps the present one. */
  readonly sourceUrl: string | undefined
  /** Undefined when space, parent and title identify the page. */
  readonly pageId: string | undefined
  readonly dryRun: boolean
  readonly removeTitleHeading: boolean
}

export type AskedFields = Omit<ImportFields, 'content'>
