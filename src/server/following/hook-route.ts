/** Webhooks of forges, which make the service look at a repository. @module */
import { createHmac, type Hmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { isSameCredential } from '../../accounts/tokens/authorization.ts'
import { callerLeft } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import { parseId } from '../../store/ids.ts'
import { sql } from '../../store/sql.ts'
import type { RequestScope } from '../http/request-scope.ts'
import type { ServiceParts } from '../service/compose.ts'
import { openRepositorySecrets } from './followed-repositories.ts'

/** Makes the expected header from the secret and the body's signature. */
type Scheme = readonly [header: string, expected: (secret: string, signature: string) => string]

const prefixed = (_: string, signature: string): string => `sha256=${signature}`

/** The first of these headers decides. Bitbucket sends the last one; we never accept `sha1=`. */
const schemes: readonly Scheme[] = [
  ['x-hub-signature-256', prefixed],
  ['x-gitea-signature', (_, signature) => signature],
  ['x-gitlab-token', (secret) => secret],
  ['x-hub-signature', prefixed],
]

const maxBodyBytes = 1024 * 1024

export function hookRoutes({ database, following }: ServiceParts): Hono<RequestScope> {
  const app = new Hono<RequestScope>()
  // Check unknown ids against this secret, so that they take as long as known ones.
  const decoy = randomBytes(32).toString('hex')
  const findSecret = async (id: number): Promise<string | undefined> => {
    const [row] = await database.read<{ secret: string }>(
      sql`select secret from repository_secrets where repository_id = ${id}`,
    )
    return row && openRepositorySecrets(database, id, row.secret)?.hook
  }
  app.post('/hooks/:id', async (c) => {
    const scheme = schemes.find(([header]) => c.req.header(header) !== undefined)
    if (scheme === undefined) throw unsigned()
    const [header, expected] = scheme
    const id = c.req.param('id')
    const secret = await findSecret(parseId(id) ?? 0)
    const hmac = createHmac('sha256', secret ?? decoy)
    await readInto(hmac, c.env.incoming)
    const expectedSignature = expected(secret ?? decoy, hmac.digest('hex'))
    const isSigned = isSameCredential(c.req.header(header) ?? '', expectedSignature)
    if (!isSigned || secret === undefined) throw unsigned()
    await following.requestRun(id, 'look')
    const body = 'The branch will be looked at.'
    return c.json({ body, key: 'accepted', requestId: c.get('requestId') }, 202)
  })
  return app
}

/** The body is hashed as it arrives: strangers' bodies take no memory. */
function readInto(hmac: Hmac, incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes <= maxBodyBytes) return void hmac.update(chunk)
      incoming.off('data', onData)
      reject(
        new RequestError('payload-too-large', `An event must be at most ${maxBodyBytes} bytes.`),
      )
    }
    if (incoming.destroyed) return reject(callerLeft())
    incoming.on('data', onData)
    incoming.once('end', resolve)
    incoming.once('close', () => reject(callerLeft()))
  })
}

function unsigned(): RequestError {
  return new RequestError(
    'unauthorized',
    'There is no such webhook, or its secret is another one: see Followed repositories in the settings.',
  )
}
