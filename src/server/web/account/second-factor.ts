/** Sets up and removes a second factor. @module */
import { html, raw } from 'hono/html'
import { renderSVG } from 'uqr'
import {
  isTotpSecret,
  newTotpSecret,
  type SecondFactor,
  totpAddress,
} from '../../../accounts/second-factors.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { ServiceParts } from '../../service/compose.ts'
import { errorAttributes, fieldText } from '../components/form-fields.ts'
import { everyUser } from '../components/page-schemes.ts'
import { breadcrumb, copyable, copyableBlock } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { show } from '../frame/show.ts'
import { actorOf, type FormFields, type PageContext, type Pages, viewerOf } from '../pages.ts'
import { signInOrigin } from '../sign-in/begin-session.ts'
import { codeField } from '../sign-in/sign-in-page.ts'

const path = '/account/second-factor'
const account = { path: '/account', label: 'Account' }

interface OwnFactor {
  readonly kept: SecondFactor | undefined
}

export const secondFactorPages: Pages = everyUser.details<OwnFactor>({
  path,
  find: async (c, { secondFactors }) => ({ kept: await secondFactors.find(viewerOf(c).userId) }),
  notices: {},
  actions: {
    '': [
      '',
      async (c, dependencies) => {
        const form = c.get('form')
        await confirmPassword(c, dependencies)
        const app = { secret: typedSecret(form), code: fieldText(form, 'code') }
        const { userId } = viewerOf(c)
        return showCodes(c, await dependencies.secondFactors.add(userId, app, actorOf(c)))
      },
    ],
    'recovery-codes': [
      '',
      withCode(async (c, { secondFactors }) => {
        const { userId } = viewerOf(c)
        return showCodes(c, await secondFactors.renewRecoveryCodes(userId, actorOf(c)))
      }),
    ],
    remove: [
      '',
      withCode(async (c, { secondFactors }) => {
        await secondFactors.remove(viewerOf(c).userId, actorOf(c))
        return c.redirect('/account?done=second-factor', 303)
      }),
    ],
  },
  view: async ({ kept }, _, c, refusal) => {
    if (kept !== undefined) {
      const body = secondFactorForm(kept, refusal?.message)
      return { title: 'Second factor', ways: [account], body }
    }
    const secret = typedSecret(c.get('form') ?? new Map())
    const address = totpAddress(secret, viewerOf(c).name)
    const body = newSecondFactorForm({ secret, address, error: refusal?.message })
    return { title: 'Set up a second factor', ways: [account], body }
  },
})

/** The secret that the form sends, or a new secret. */
export function typedSecret(form: FormFields): string {
  const sentSecret = fieldText(form, 'secret')
  return isTotpSecret(sentSecret) ? sentSecret : newTotpSecret()
}

function showCodes(c: PageContext, codes: readonly string[]): Promise<Response> {
  return show(c, 201, 'Your recovery codes', recoveryCodesPage(codes))
}

type Work = (c: PageContext, dependencies: ServiceParts) => Promise<Response>

/** Requires a current code for changes of the second factor. */
function withCode(work: Work) {
  return async (c: PageContext, dependencies: ServiceParts, { kept }: OwnFactor) => {
    if (kept === undefined) return c.redirect(path, 303)
    await dependencies.checkCode(viewerOf(c), fieldText(c.get('form'), 'code'), c.get('network'))
    return work(c, dependencies)
  }
}

/** @param next During a sign-in, the page to open afterwards; then the password is already checked. */
export function newSecondFactorForm({
  secret,
  address,
  next,
  error,
}: {
  secret: string
  address: string
  next?: string
  error: string | undefined
}): Markup {
  const attributes = errorAttributes(error)
  return html`<ol class="steps"><li>Scan this code with an authenticator app on your phone.
${qrCode(address)}
<p>Or type this secret into the app: ${copyable('secret-text', (secret.match(/.{4}/g) ?? []).join(' '), 'the secret')}</p></li>
<li>Show that it works.
<form method="post">
<input type="hidden" name="secret" value="${secret}">
<label for="code">Code that the app shows</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${attributes}>
${
  next === undefined
    ? html`<label for="present">Your password</label>
<input id="present" name="present" type="password" autocomplete="current-password" required maxlength="1024"${attributes}>`
    : html`<input type="hidden" name="next" value="${next}">`
}
<button type="submit">Switch it on</button>
</form></li></ol>`
}

export function recoveryCodesPage(codes: readonly string[], next = account.path): Markup {
  return html`${next === account.path ? breadcrumb([account]) : ''}<h1>Your recovery codes</h1>
<p>Without your phone, each of these lets you in once, in place of a code of the app. <strong>Keep them in a safe place now: they are not shown again.</strong></p>
${copyableBlock('recovery-codes', codes.join('\n'), 'Recovery codes')}
<p><a class="button" href="${next}">I have kept them</a></p>`
}

function secondFactorForm(
  { hasSecret, recoveryCodes }: SecondFactor,
  error: string | undefined,
): Markup {
  return html`${
    hasSecret
      ? ''
      : html`<p class="warning">This service was brought back from a backup, which does not hold the secret of your app. Use a recovery code here to switch your second factor off, and set it up again.</p>`
  }
<p>Recovery codes that are left: ${recoveryCodes}.</p>
<form method="post">
${codeField(error)}
<button type="submit" formaction="/account/second-factor/recovery-codes">Make new recovery codes</button>
<button class="danger" type="submit" formaction="/account/second-factor/remove">Switch the second factor off</button>
</form>`
}

/** ISO/IEC 18004 requires a quiet zone of four modules. */
const border = 4

/** Dark on light even in dark mode, because many scanners need it. */
function qrCode(text: string): Markup {
  return html`<div class="qr-code" role="img" aria-label="QR code with the secret for the app">${raw(renderSVG(text, { border }))}</div>`
}

/**
 * @throws {RequestError} `bad-request` when the field `present` is wrong, and what `CheckPassword`
 * throws.
 */
export async function confirmPassword(c: PageContext, dependencies: ServiceParts): Promise<void> {
  const { name } = viewerOf(c)
  const password = fieldText(c.get('form'), 'present')
  try {
    await dependencies.checkPassword({ name, password }, signInOrigin(c))
  } catch (error) {
    const isWrong = error instanceof RequestError && error.key === 'bad-request'
    throw isWrong ? new RequestError('bad-request', 'The present password is wrong.') : error
  }
}
