/** Setting up a second factor, its recovery codes, and switching it off. @module */
import { html, raw } from 'hono/html'
import { renderSVG } from 'uqr'
import type { SecondFactor } from '../../auth/second-factor/second-factors.ts'
import { copyable, copyableBlock } from '../components/copyable.ts'
import { errorAttributes, errorLine } from '../components/form-fields.ts'
import { breadcrumb } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import { codeField } from '../sign-in/sign-in-page.ts'

const way: Markup = breadcrumb([{ path: '/account', label: 'Account' }])

/**
 * Show the secret for an app, and ask for a code that the app makes of it.
 * @param model The secret, its address for apps, the last try, and where to go on to for those who are
 * signed in by it; the others show their password.
 */
export function newSecondFactorPage({
  secret,
  address,
  next,
  error,
  csrfField,
}: {
  secret: string
  address: string
  next?: string
  error: string | undefined
  csrfField: Markup
}): Markup {
  const described = errorAttributes(error)
  return html`${next === undefined ? way : ''}<h1>Set up a second factor</h1>
${next === undefined ? '' : html`<p>You must have one here: neither your password nor a sign-in elsewhere lets anybody in alone.</p>`}
${errorLine(error)}
<ol class="steps"><li>Scan this code with an authenticator app on your phone.
${qrCode(address, 'QR code with the secret for the app')}
<p>Or type this secret into the app: ${copyable('secret-text', (secret.match(/.{4}/g) ?? []).join(' '), 'the secret')}</p></li>
<li>Show that it works.
<form method="post">${csrfField}
<input type="hidden" name="secret" value="${secret}">
<label for="code">Code that the app shows</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${described}>
${
  next === undefined
    ? html`<label for="present">Your password</label>
<input id="present" name="present" type="password" autocomplete="current-password" required maxlength="1024"${described}>`
    : html`<input type="hidden" name="next" value="${next}">`
}
<button type="submit">Switch it on</button>
</form></li></ol>`
}

/**
 * Show recovery codes, this once.
 * @param next Where to go on to.
 */
export function recoveryCodesPage(codes: readonly string[], next = '/account'): Markup {
  return html`${next === '/account' ? way : ''}<h1>Your recovery codes</h1>
<p>Without your phone, each of these lets you in once, in place of a code of the app. <strong>Keep them in a safe place now: they are not shown again.</strong></p>
${copyableBlock('recovery-codes', codes.join('\n'), 'Recovery codes')}
<p><a class="button" href="${next}">I have kept them</a></p>`
}

/**
 * Offer new recovery codes, and to switch the second factor off.
 * @param model The second factor, and the last try.
 */
export function secondFactorPage({
  secondFactor,
  error,
  csrfField,
}: {
  secondFactor: SecondFactor
  error: string | undefined
  csrfField: Markup
}): Markup {
  return html`${way}<h1>Second factor</h1>
${errorLine(error)}
${
  secondFactor.hasSecret
    ? ''
    : html`<p class="warning">This service was brought back from a backup, which does not hold the secret of your app. Use a recovery code here to switch your second factor off, and set it up again.</p>`
}
<p>Recovery codes that are left: ${secondFactor.recoveryCodes}.</p>
<form method="post">${csrfField}
${codeField('code', error)}
<button type="submit" formaction="/account/second-factor/recovery-codes">Make new recovery codes</button>
<button class="danger" type="submit" formaction="/account/second-factor/remove">Switch the second factor off</button>
</form>`
}

/** The quiet zone that scanners want around a code: ISO/IEC 18004 asks for four modules. */
const border = 4

/** Draws a QR code: dark on light, in dark mode as well, since many scanners read no other. */
function qrCode(text: string, label: string): Markup {
  return html`<div class="qr-code" role="img" aria-label="${label}">${raw(renderSVG(text, { border }))}</div>`
}
