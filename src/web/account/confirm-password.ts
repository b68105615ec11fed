/** Has a viewer show that they know their password, before they change how they sign in. @module */
import type { Context } from 'hono'
import type { CheckPassword } from '../../auth/passwords/password-check.ts'
import { RequestError } from '../../base/errors.ts'
import { fieldText } from '../components/form-fields.ts'
import { viewerOf } from '../session/viewer.ts'
import type { DeviceCookie } from '../sign-in/begin-session.ts'
import type { WebScope } from '../web-scope.ts'

/**
 * Check the field `present` of a form.
 * @param dependencies Compare the password.
 * @throws {RequestError} `bad-request` when it is wrong, and what else `CheckPassword` throws.
 */
export async function confirmPassword(
  c: Context<WebScope>,
  { checkPassword, device }: { checkPassword: CheckPassword; device: DeviceCookie },
): Promise<void> {
  const { name } = viewerOf(c)
  const password = fieldText(c.get('form'), 'present')
  const origin = { network: c.get('network'), deviceId: device.read(c), signal: c.req.raw.signal }
  try {
    await checkPassword({ name, password }, origin)
  } catch (error) {
    const isWrong = error instanceof RequestError && error.key === 'bad-request'
    throw isWrong ? new RequestError('bad-request', 'The present password is wrong.') : error
  }
}
