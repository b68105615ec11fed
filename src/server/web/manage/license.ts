/** The license: its state, its effect on tokens, and its form. @module */
import { html } from 'hono/html'
import {
  getLicense,
  type License,
  type LicenseStatus,
  letsImport,
  licenseStatuses,
  setLicense,
} from '../../../accounts/license.ts'
import { licenseProblem } from '../../../accounts/tokens/authenticate-api-token.ts'
import { listTokens } from '../../../accounts/tokens/tokens.ts'
import { type FormRefusal, fieldText, formFields } from '../components/form-fields.ts'
import { facts } from '../components/parts.ts'
import { exactTime, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import type { PageContext, Pages } from '../pages.ts'
import { csrfField } from '../session/csrf.ts'
import { actorOf, type FormFields } from '../web-scope.ts'
import { administrators, type ManageDependencies } from './manage-scope.ts'

const path = '/manage/license'

export const licensePages: Pages<ManageDependencies> = administrators.details<License>({
  path,
  settings: {
    group: 'Administration',
    label: 'License',
    icon: 'badge-check',
    badge: {
      words: 'lets no token import',
      async count({ database }) {
        const license = await getLicense(database)
        if (!letsImport(license)) return 1
        return license.status === 'active' ? 'nothing to say' : 0
      },
    },
  },
  find: (_, { database }) => getLicense(database),
  notices: { set: 'The license is set.' },
  actions: {
    '': [
      'set',
      (c, { database, ids, clock }) => {
        const form = c.get('form')
        const [status, trialEnds] = [fieldText(form, 'status'), fieldText(form, 'trialEnds')]
        const end = status === 'trial' && trialEnds !== '' ? new Date(`${trialEnds}Z`) : null
        return setLicense(database, ids, clock, { status, trialEnds: end, setBy: actorOf(c) })
      },
    ],
  },
  view: async (license, { database, clock }, c, refusal) => {
    const now = clock()
    const { status, trialEnds } = license
    const ends = trialEnds && html`${relativeTime(trialEnds, now)}, ${exactTime(trialEnds)}`
    return {
      title: 'License',
      ways: [],
      body: html`${facts([
        ['State', html`<strong>${labels[status].label}</strong>`],
        ...(ends ? [[`Trial ${trialEnds > now ? 'ends' : 'ended'}`, ends] as const] : []),
        ['Tokens', await tokensInWords(database, license, now)],
      ])}
<h2>Change it</h2>
${licenseForm(c, license, refusal)}`,
    }
  },
})

const labels: Readonly<Record<LicenseStatus, { label: string; meaning: string }>> = {
  active: {
    label: 'Active',
    meaning:
      'Tokens made now can import until they expire, even if the license ends before. Tokens made in a trial that has ended, or while the license was inactive, still cannot import.',
  },
  trial: {
    label: 'Trial',
    meaning:
      'Tokens made now can import until the trial ends. Tokens made while the license was active still can.',
  },
  inactive: {
    label: 'Inactive',
    meaning: 'Tokens made while inactive never import. Tokens made while it was active still can.',
  },
  'renewal-pending': {
    label: 'Renewal pending',
    meaning:
      'No token can import until the renewal is complete. Then those that could before can again.',
  },
}

function licenseForm(c: PageContext, license: License, refusal: FormRefusal | undefined): Markup {
  const form: FormFields = c.get('form') ?? new Map()
  const selected = form.get('status') ?? license.status
  const trialEnds = {
    name: 'trialEnds',
    label: 'End of the trial (UTC)',
    type: 'datetime-local',
    value: license.trialEnds?.toISOString().slice(0, 16) ?? '',
    hint: 'For a trial only.',
  } as const
  return html`<form class="broad" method="post">${csrfField(c)}
<fieldset${refusal?.field === 'status' ? html` aria-describedby="error"` : ''}><legend>State</legend>
${licenseStatuses.map(
  (
    status,
  ) => html`<div class="choice"><input type="radio" id="status-${status}" name="status" value="${status}" aria-describedby="meaning-${status}"${status === selected ? html` checked` : ''}>
<label for="status-${status}">${labels[status].label}</label><p class="hint" id="meaning-${status}">${labels[status].meaning}</p></div>`,
)}
</fieldset>
${formFields([trialEnds], { form, refusal })}
<button type="submit">Set the license</button>
</form>`
}

async function tokensInWords(
  database: ManageDependencies['database'],
  license: License,
  now: Date,
): Promise<string> {
  const tokens = await listTokens(database, { kind: 'api' })
  const live = tokens.filter(({ expiresAt }) => expiresAt > now)
  const refusedTokens = live.filter(
    (token) => token.license !== null && licenseProblem(token.license, license, now) !== undefined,
  )
  if (live.length === 0) return 'No API token is live now.'
  const all = live.length === 1 ? '1 has' : `${live.length} have`
  if (refusedTokens.length === 0)
    return `${all} not expired, and the license lets all of them import.`
  return `${all} not expired; ${refusedTokens.length} of them cannot import because of the license.`
}
