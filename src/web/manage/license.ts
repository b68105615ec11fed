/** The requests for the license. @module */
import type { Context } from 'hono'
import { html } from 'hono/html'
import {
  getLicense,
  type License,
  type LicenseStatus,
  licenseStatuses,
  setLicense,
} from '../../auth/license.ts'
import { licenseProblem } from '../../auth/tokens/authenticate-api-token.ts'
import { listTokens, type Token } from '../../auth/tokens/tokens.ts'
import {
  errorLine,
  type FormRefusal,
  fieldText,
  formRefusal,
  textField,
} from '../components/form-fields.ts'
import { noticeLine } from '../components/parts.ts'
import { exactTime, relativeTime } from '../components/time-words.ts'
import type { Markup } from '../frame/markup.ts'
import { csrfField } from '../session/csrf.ts'
import type { WebHandlers } from '../web-map.ts'
import { actorOf, type WebScope } from '../web-scope.ts'
import type { ManageDependencies } from './manage-scope.ts'

export function licenseRoutes(dependencies: ManageDependencies): WebHandlers {
  const { database, ids, clock, show } = dependencies
  const showForm = async (
    c: Context<WebScope>,
    typed?: { status: string; trialEnds: string; problem: FormRefusal },
  ): Promise<Response> => {
    const license = await getLicense(database)
    const main = licensePage({
      license,
      tokens: await listTokens(database, { kind: 'api' }),
      now: clock(),
      status: typed?.status ?? license.status,
      trialEnds: typed?.trialEnds ?? license.trialEnds?.toISOString().slice(0, 16) ?? '',
      problem: typed?.problem,
      notice: c.req.query('done') === 'set' ? 'The license is set.' : undefined,
      csrfField: csrfField(c),
    })
    return show(c, typed === undefined ? 200 : 400, 'License', main)
  }
  return {
    'GET /manage/license': (c) => showForm(c),
    'POST /manage/license': async (c) => {
      const form = c.get('form')
      const [status, trialEnds] = [fieldText(form, 'status'), fieldText(form, 'trialEnds')]
      try {
        const end = status === 'trial' && trialEnds !== '' ? new Date(`${trialEnds}Z`) : null
        const change = { status, trialEnds: end, setBy: actorOf(c) }
        await setLicense(database, ids, clock, change)
        return c.redirect('/manage/license?done=set', 303)
      } catch (error) {
        return showForm(c, { status, trialEnds, problem: formRefusal(error) })
      }
    },
  }
}

interface LicenseModel {
  readonly license: License
  readonly tokens: readonly Token[]
  readonly now: Date
  readonly status: string
  readonly trialEnds: string
  readonly problem: FormRefusal | undefined
  readonly notice: string | undefined
  readonly csrfField: Markup
}

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
    meaning:
      'Tokens made now cannot import, also not after the license is active again. Tokens made while it was active still can.',
  },
  'renewal-pending': {
    label: 'Renewal pending',
    meaning:
      'No token can import until the renewal is complete. Then those that could before can again.',
  },
}

function licensePage(model: LicenseModel): Markup {
  const { license, now, status, problem } = model
  const ends =
    license.trialEnds === null
      ? ''
      : html`<dt>Trial ${license.trialEnds > now ? 'ends' : 'ended'}</dt><dd>${relativeTime(license.trialEnds, now)}, ${exactTime(license.trialEnds)}</dd>`
  return html`<h1>License</h1>
${noticeLine(model.notice)}
<dl class="facts"><dt>State</dt><dd><strong>${labels[license.status].label}</strong></dd>${ends}
<dt>Tokens</dt><dd>${tokensInWords(model)}</dd></dl>
<h2>Change it</h2>
${errorLine(problem?.message)}
<form class="broad" method="post">${model.csrfField}
<fieldset${problem?.field === 'status' ? html` aria-describedby="error"` : ''}><legend>State</legend>
${licenseStatuses.map(
  (
    one,
  ) => html`<div class="choice"><input type="radio" id="status-${one}" name="status" value="${one}" aria-describedby="meaning-${one}"${one === status ? html` checked` : ''}>
<label for="status-${one}">${labels[one].label}</label><p class="hint" id="meaning-${one}">${labels[one].meaning}</p></div>`,
)}
</fieldset>
${textField({ name: 'trialEnds', label: 'End of the trial (UTC)', value: model.trialEnds, problem, type: 'datetime-local', hint: 'For a trial only.' })}
<button type="submit">Set the license</button>
</form>`
}

function tokensInWords({ license, tokens, now }: LicenseModel): string {
  const live = tokens.filter(({ expiresAt }) => expiresAt > now)
  const refused = live.filter(
    (token) => token.license !== null && licenseProblem(token.license, license, now) !== undefined,
  )
  if (live.length === 0) return 'No API token is live now.'
  const all = live.length === 1 ? '1 has' : `${live.length} have`
  if (refused.length === 0) return `${all} not expired, and the license lets all of them import.`
  return `${all} not expired; ${refused.length} of them cannot import because of the license.`
}
