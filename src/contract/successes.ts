/** The outcomes of imports, and what warnings mean. @module */

export const successTable = {
  created: { status: 201, when: 'the page was made' },
  updated: { status: 200, when: 'the page was there: it has a new version' },
  unchanged: { status: 200, when: 'the page already holds exactly this: no new version' },
  'dry-run': {
    status: 200,
    when: '`outcome` says what would happen, `adf` is the converted document; `page` is the page that is there, as it is',
  },
} as const

/** What a warning means for readers of the page. */
export const warningSeverities = {
  lost: 'a reader will not find it, or cannot follow it',
  changed: 'it is there in another form',
  note: 'it is about looks, or about what readers never see',
} as const
