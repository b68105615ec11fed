/** Sets up and removes a second factor. @module */
import { html, raw } from 'hono/html'
import { renderSVG } from 'uqr'
import type { CheckPassword } from '../../../accounts/passwords/password-check.ts'
import type { CheckCode } from '../../../accounts/second-factor/second-factor-stage.ts'
import {
  isTotpSecret,
  newTotpSecret,
  type SecondFactor,
  type SecondFactors,
  totpAddress,
} from '../../../accounts/second-factor/second-factors.ts'
import { RequestError } from '../../../contract/errors.ts'
import { errorAttributes, errorLine, fieldText, formRefusal } from '../components/form-fields.ts'
import { breadcrumb, copyable, copyableBlock } from '../components/parts.ts'
import type { Markup } from '../frame/markup.ts'
import type { PageContext, Pages, Shows, WebPage } from '../pages.ts'
import { codeField } from '../sign-in/sign-in-page.ts'
import { actorOf, type FormFields, viewerOf } from '../web-scope.ts'

export interface SecondFactorDependencies extends Shows {
  readonly secondFactors: SecondFactors
  readonly checkPassword: CheckPassword
  readonly checkCode: CheckCode
}

const path = '/account/second-factor'

export const secondFactorPages: Pages<SecondFactorDependencies> = {
  [`GET ${path}`]: {
    who: 'users',
    answer: async (c, dependencies) => {
      const secondFactor = await dependencies.secondFactors.find(viewerOf(c).userId)
      return secondFactor === undefined
        ? showNew(c, dependencies, newTotpSecret())
        : showKept(c, dependencies, secondFactor)
    },
  },
  [`POST ${path}`]: {
    who: 'users',
    answer: async (c, dependencies) => {
      const form = c.get('form')
      const secret = typedSecret(form)
      try {
        await confirmPassword(c, dependencies)
        const app = { secret, code: fieldText(form, 'code') }
        const codes = await dependencies.secondFactors.add(viewerOf(c).userId, app, actorOf(c))
        return await showCodes(c, dependencies, codes)
      } catch (error) {
        return showNew(c, dependencies, secret, formRefusal(error).message)
      }
    },
  },
  [`POST ${path}/recovery-codes`]: withCode(async (c, dependencies) => {
    const { userId } = viewerOf(c)
    const codes = await dependencies.secondFactors.renewRecoveryCodes(userId, actorOf(c))
    return showCodes(c, dependencies, codes)
  }),
  [`POST ${path}/remove`]: withCode(async (c, { secondFactors }) => {
    await secondFactors.remove(viewerOf(c).userId, actorOf(c))
    return c.redirect('/account?done=second-factor', 303)
  }),
}

/** The secret in the form, or a new one. */
export function typedSecret(form: FormFields): string {
  const sentSecret = fieldText(form, 'secret')
  return isTotpSecret(sentSecret) ? sentSecret : newTotpSecret()
}

function showNew(
  c: PageContext,
  { show }: SecondFactorDependencies,
  secret: string,
  error?: string,
): Promise<Response> {
  const address = totpAddress(secret, viewerOf(c).name)
  const main = newSecondFactorPage({ secret, address, error })
  return show(c, error === undefined ? 200 : 400, 'Set up a second factor', main)
}

function showKept(
  c: PageContext,
  { show }: SecondFactorDependencies,
  secondFactor: SecondFactor,
  error?: string,
): Promise<Response> {
  const main = secondFactorPage({ secondFactor, error })
  return show(c, error === undefined ? 200 : 400, 'Second factor', main)
}

function showCodes(
  c: PageContext,
  { show }: SecondFactorDependencies,
  codes: readonly string[],
): Promise<Response> {
  return show(c, 201, 'Your recovery codes', recoveryCodesPage(codes))
}

type Answer = WebPage<SecondFactorDependencies>['answer']

/** Changes require a current code. */
function withCode(work: Answer): WebPage<SecondFactorDependencies> {
  const answer: Answer = async (c, dependencies) => {
    const viewer = viewerOf(c)
    const secondFactor = await dependencies.secondFactors.find(viewer.userId)
    if (secondFactor === undefined) return c.redirect(path, 303)
    try {
      const code = fieldText(c.get('form'), 'code')
      await dependencies.checkCode(viewer, code, originOf(c))
      return await work(c, dependencies)
    } catch (error) {
      return showKept(c, dependencies, secondFactor, formRefusal(error).message)
    }
  }
  return { who: 'users', answer }
}

function originOf(c: PageContext) {
  return { network: c.get('network'), signal: c.req.raw.signal }
}

const crumbs: Markup = breadcrumb([{ path: '/account', label: 'Account' }])

export function newSecondFactorPage({
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
  return html`${next === undefined ? crumbs : ''}<h1>Set up a second factor</h1>
${next === undefined ? '' : html`<p>You must have one here: a password or single sign-on alone is not enough.</p>`}
${errorLine(error)}
<ol class="steps"><li>Scan this code with an authenticator app on your phone.
${qrCode(address, 'QR code with the secret for the app')}
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

export function recoveryCodesPage(codes: readonly string[], next = '/account'): Markup {
  return html`${next === '/account' ? crumbs : ''}<h1>Your recovery codes</h1>
<p>Without your phone, each of these lets you in once, in place of a code of the app. <strong>Keep them in a safe place now: they are not shown again.</strong></p>
${copyableBlock('recovery-codes', codes.join('\n'), 'Recovery codes')}
<p><a class="button" href="${next}">I have kept them</a></p>`
}

function secondFactorPage({
  secondFactor,
  error,
}: {
  secondFactor: SecondFactor
  error: string | undefined
}): Markup {
  return html`${crumbs}<h1>Second factor</h1>
${errorLine(error)}
${
  secondFactor.hasSecret
    ? ''
    : html`<p class="warning">This service was brought back from a backup, which does not hold the secret of your app. Use a recovery code here to switch your second factor off, and set it up again.</p>`
}
<p>Recovery codes that are left: ${secondFactor.recoveryCodes}.</p>
<form method="post">
${codeField('code', error)}
<button type="submit" formaction="/account/second-factor/recovery-codes">Make new recovery codes</button>
<button class="danger" type="submit" formaction="/account/second-factor/remove">Switch the second factor off</button>
</form>`
}

/** ISO/IEC 18004 requires a quiet zone of four modules. */
const border = 4

/** Dark on light even in dark mode, because many scanners need it. */
function qrCode(text: string, label: string): Markup {
  return html`<div class="qr-code" role="img" aria-label="${label}">${raw(renderSVG(text, { border }))}</div>`
}

/**
 * @throws {RequestError} `bad-request` when the field `present` is wrong, and what `CheckPassword`
 * throws.
 */
export async function confirmPassword(
  c: PageContext,
  dependencies: Pick<SecondFactorDependencies, 'checkPassword'>,
): Promise<void> {
  const { name } = viewerOf(c)
  const password = fieldText(c.get('form'), 'present')
  try {
    await dependencies.checkPassword({ name, password }, originOf(c))
  } catch (error) {
    const isWrong = error instanceof RequestError && error.key === 'bad-request'
    throw isWrong ? new RequestError('bad-request', 'The present password is wrong.') : error
  }
}
