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
import { type FieldSpec, fieldText } from '../components/form-fields.ts'
import { administrators, inlineForm } from '../components/page-schemes.ts'
import { facts } from '../components/parts.ts'
import { exactTime } from '../components/time-words.ts'
import { actorOf, type Pages } from '../pages.ts'

const path = '/manage/license'

export const licensePages: Pages = administrators.details<License>({
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
      (c, dependencies) => {
        const form = c.get('form')
        const [status, trialEnds] = [fieldText(form, 'status'), fieldText(form, 'trialEnds')]
        const end = status === 'trial' && trialEnds !== '' ? new Date(`${trialEnds}Z`) : null
        return setLicense(dependencies, { status, trialEnds: end, setBy: actorOf(c) })
      },
    ],
  },
  view: async ({ status, trialEnds }, { clock }, c, refusal) => {
    const fields: readonly FieldSpec[] = [
      {
        name: 'status',
        label: 'State',
        value: status,
        choices: licenseStatuses.map((choice) => [choice, labels[choice]] as const),
      },
      {
        name: 'trialEnds',
        label: 'End of the trial (UTC)',
        type: 'datetime-local',
        value: trialEnds?.toISOString().slice(0, 16) ?? '',
        hint: 'For a trial only.',
      },
    ]
    return {
      title: 'License',
      ways: [],
      body: html`${facts([
        ['State', html`<strong>${labels[status]}</strong>`],
        ...(trialEnds
          ? [[`Trial ${trialEnds > clock() ? 'ends' : 'ended'}`, exactTime(trialEnds)] as const]
          : []),
      ])}
<p>A token keeps the license under which it was made. One made while the license is active imports until it expires, one made in a trial until the trial ends, and one made while it is inactive never. While a renewal is pending, none does. <a href="/manage/tokens">Tokens</a> says which are refused.</p>
<h2>Change it</h2>
${inlineForm(c, { action: path, fields, button: 'Set the license', refusal, isBroad: true })}`,
    }
  },
})

const labels: Readonly<Record<LicenseStatus, string>> = {
  active: 'Active',
  trial: 'Trial',
  inactive: 'Inactive',
  'renewal-pending': 'Renewal pending',
}
