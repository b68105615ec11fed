/** Webhooks of forges: a signed one has its repository looked at. @module */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Places } from '../base/places/places.ts'
import { RequestError } from '../contract/errors.ts'
import type { Database } from '../database/database.ts'
import { parseId } from '../database/ids.ts'
import { sql } from '../database/sql.ts'
import { limitBody } from '../http/limit-body.ts'
import type { RequestScope } from '../http/request-scope.ts'
import { openRepositorySecrets } from './followed-repositories.ts'

interface HookScope {
  Bindings: RequestScope['Bindings']
  Variables: RequestScope['Variables'] & { proof: Proof; body: Uint8Array }
}

/** How a signature is checked: from the secret and the body to what the header must say. */
type Proof = {
  readonly said: string
  readonly expect: (secret: string, body: Uint8Array) => string
}

const hmac = (secret: string, body: Uint8Array): string =>
  createHmac('sha256', secret).update(body).digest('hex')
const prefixed = (secret: string, body: Uint8Array): string => `sha256=${hmac(secret, body)}`

/** The first header that a request has counts. Bitbucket sends the last; `sha1=` never fits. */
const schemes: readonly (readonly [header: string, expect: Proof['expect']])[] = [
  ['x-hub-signature-256', prefixed],
  ['x-gitea-signature', hmac],
  ['x-gitlab-token', (secret) => secret],
  ['x-hub-signature', prefixed],
]

const maxBodyBytes = 1024 * 1024

export interface HookDependencies {
  readonly database: Pick<Database, 'read' | 'secretKeys'>
  readonly bodyBytes: Places
  /** Has a branch looked at, without waiting for it. */
  look(id: string): Promise<void>
}

export function hookRoutes({ database, bodyBytes, look }: HookDependencies): Hono<HookScope> {
  const app = new Hono<HookScope>()
  // Compared in place of a secret that is not there, so that unknown ids take as long.
  const decoy = randomBytes(32).toString('hex')
  const findSecret = async (id: number): Promise<string | undefined> => {
    const [row] = await database.read<{ secret: string }>(
      sql`select secret from repository_secrets where repository_id = ${id}`,
    )
    return row && openRepositorySecrets(database, id, row.secret)?.hook
  }
  app.post(
    '/hooks/:id',
    createMiddleware<HookScope>(async (c, next) => {
      const [scheme] = schemes.filter(([header]) => c.req.header(header) !== undefined)
      if (scheme === undefined) throw unsigned()
      const [header, expect] = scheme
      c.set('proof', { said: c.req.header(header) ?? '', expect })
      await next()
    }),
    limitBody<HookScope>({ maxBodyBytes, bodyBytes, wayOut: 'Send fewer events at once.' }),
    async (c) => {
      const id = c.req.param('id') ?? ''
      const secret = await findSecret(parseId(id) ?? 0)
      const { said, expect } = c.get('proof')
      const isSigned = isSame(said, expect(secret ?? decoy, c.get('body')))
      if (!isSigned || secret === undefined) throw unsigned()
      await look(id)
      const body = 'The branch will be looked at.'
      return c.json({ body, key: 'accepted', requestId: c.get('requestId') }, 202)
    },
  )
  return app
}

/** Takes as long for any two texts. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(first as Buffer, second as Buffer)
}

function unsigned(): RequestError {
  return new RequestError(
    'unauthorized',
    'There is no such webhook, or its secret is another one: see Followed repositories in the settings.',
  )
}
