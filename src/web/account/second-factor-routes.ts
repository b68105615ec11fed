/** The requests to set up a second factor, and to change it. @module */
import type { Context } from 'hono'
import type { CheckPassword } from '../../auth/passwords/password-check.ts'
import type { CheckCode } from '../../auth/second-factor/code-check.ts'
import type { SecondFactor, SecondFactors } from '../../auth/second-factor/second-factors.ts'
import { isTotpSecret, newTotpSecret, totpAddress } from '../../auth/second-factor/totp.ts'
import { fieldText, formRefusal } from '../components/form-fields.ts'
import type { Show } from '../frame/show.ts'
import { csrfField } from '../session/csrf.ts'
import { actorOf, viewerOf } from '../session/viewer.ts'
import type { DeviceCookie } from '../sign-in/begin-session.ts'
import type { WebHandlers } from '../web-map.ts'
import type { WebScope } from '../web-scope.ts'
import { confirmPassword } from './confirm-password.ts'
import { newSecondFactorPage, recoveryCodesPage, secondFactorPage } from './second-factor-page.ts'

export interface SecondFactorDependencies {
  readonly secondFactors: SecondFactors
  readonly checkPassword: CheckPassword
  readonly checkCode: CheckCode
  readonly device: DeviceCookie
  readonly show: Show
}

/** Make the handlers. */
export function secondFactorRoutes(dependencies: SecondFactorDependencies): WebHandlers {
  const { secondFactors, checkCode, device, show } = dependencies
  const showNew = (c: Context<WebScope>, secret: string, error?: string): Promise<Response> => {
    const address = totpAddress(secret, viewerOf(c).name)
    const main = newSecondFactorPage({ secret, address, error, csrfField: csrfField(c) })
    return show(c, error === undefined ? 200 : 400, 'Set up a second factor', main)
  }
  const showKept = async (
    c: Context<WebScope>,
    secondFactor: SecondFactor,
    error?: string,
  ): Promise<Response> => {
    const main = secondFactorPage({ secondFactor, error, csrfField: csrfField(c) })
    return show(c, error === undefined ? 200 : 400, 'Second factor', main)
  }
  /** Do something for whoever shows a right code. */
  const withCode =
    (work: (c: Context<WebScope>) => Promise<Response>) =>
    async (c: Context<WebScope>): Promise<Response> => {
      const viewer = viewerOf(c)
      const secondFactor = await secondFactors.find(viewer.userId)
      if (secondFactor === undefined) return c.redirect('/account/second-factor', 303)
      try {
        const origin = {
          network: c.get('network'),
          deviceId: device.read(c),
          signal: c.req.raw.signal,
        }
        await checkCode(viewer, fieldText(c.get('form'), 'code'), origin)
        return await work(c)
      } catch (error) {
        return showKept(c, secondFactor, formRefusal(error).message)
      }
    }
  return {
    'GET /account/second-factor': async (c) => {
      const secondFactor = await secondFactors.find(viewerOf(c).userId)
      return secondFactor === undefined ? showNew(c, newTotpSecret()) : showKept(c, secondFactor)
    },
    'POST /account/second-factor': async (c) => {
      const form = c.get('form')
      const typed = fieldText(form, 'secret')
      const secret = isTotpSecret(typed) ? typed : newTotpSecret()
      try {
        await confirmPassword(c, dependencies)
        const app = { secret, code: fieldText(form, 'code') }
        const codes = await secondFactors.add(viewerOf(c).userId, app, actorOf(c))
        return await show(c, 201, 'Your recovery codes', recoveryCodesPage(codes))
      } catch (error) {
        return showNew(c, secret, formRefusal(error).message)
      }
    },
    'POST /account/second-factor/recovery-codes': withCode(async (c) => {
      const codes = await secondFactors.renewRecoveryCodes(viewerOf(c).userId, actorOf(c))
      return show(c, 201, 'Your recovery codes', recoveryCodesPage(codes))
    }),
    'POST /account/second-factor/remove': withCode(async (c) => {
      await secondFactors.remove(viewerOf(c).userId, actorOf(c))
      return c.redirect('/account?done=second-factor', 303)
    }),
  }
}
