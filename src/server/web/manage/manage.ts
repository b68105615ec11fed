/** All pages of the settings. @module */
import type { Pages } from '../pages.ts'
import { auditPages } from './audit.ts'
import { connectionPages } from './connections.ts'
import { followingPages } from './following.ts'
import { groupPages } from './groups.ts'
import { healthPages } from './health.ts'
import { importPages } from './imports.ts'
import { licensePages } from './license.ts'
import { newTokenPages } from './new-token.ts'
import { reportPages } from './reports.ts'
import { spacePages } from './spaces.ts'
import { tokenPages } from './tokens.ts'
import { userPages } from './users.ts'
import { webhookPages } from './webhooks.ts'

/** The pages of the settings, in the order of the sidebar. */
export const managePages: Pages = {
  'GET /manage': {
    who: 'users',
    answer: (c) => c.redirect('/manage/tokens', 303),
  },
  ...newTokenPages,
  ...tokenPages,
  ...importPages,
  ...reportPages,
  ...userPages,
  ...groupPages,
  ...spacePages,
  ...connectionPages,
  ...followingPages,
  ...webhookPages,
  ...licensePages,
  ...healthPages,
  ...auditPages,
}
