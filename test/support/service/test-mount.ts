/** Mounts web pages alone, for tests that send them no forged forms. @module */
import type { MiddlewareHandler } from 'hono'
import { show } from '../../../src/web/frame/show.ts'
import { type Mount, mounting } from '../../../src/web/mounting.ts'
import type { Readers } from '../../../src/web/session/reading-rule.ts'

const pass = (): MiddlewareHandler => (_, next) => next()

export function testMount(readers: Readers = 'anyone'): Mount {
  return mounting({ readers, show, protectForms: pass, acceptHostToken: pass() })
}
