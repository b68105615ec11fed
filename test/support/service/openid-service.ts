/** A real OpenID provider on a socket, whose users sign in without being asked. @module */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration, type JWK } from 'oidc-provider'
import { TOTP } from 'otpauth'
import type { ServeOptions } from '../../../src/server/service/serve-options.ts'
import { cookiesOf } from '../browser/web-client.ts'
import { stopServer } from '../network/listen-locally.ts'

type OpenIdOptions = NonNullable<ServeOptions['openId']>

export interface ProviderUser {
  readonly sub: string
  readonly [claim: string]: unknown
}

export interface OpenIdService {
  readonly issuer: string
  readonly options: OpenIdOptions
  signInAs(user: ProviderUser | undefined): void
  stop(): Promise<void>
  start(): Promise<void>
}

const clientSecret = 'a secret of the provider'

export async function startOpenIdService(
  groups: Partial<OpenIdOptions['groups']> = {},
  isBesidePasswords = true,
): Promise<OpenIdService> {
  let user: ProviderUser | undefined
  let server: Server | undefined
  let port = 0
  const listen = async (): Promise<void> => {
    // The address is known only once something listens.
    let handle: RequestListener = () => {}
    server = createServer((request, response) => handle(request, response)).listen(port)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    handle = runProvider(`http://127.0.0.1:${port}`, () => user)
  }
  const close = async (): Promise<void> => {
    if (server !== undefined) await stopServer(server)
    server = undefined
  }
  await listen()
  const issuer = `http://127.0.0.1:${port}`
  return {
    issuer,
    options: {
      client: {
        issuer,
        clientId: 'markport',
        clientSecret,
        name: 'Example ID',
        isAskingForGroups: true,
      },
      groups: { claim: 'groups', administrators: [], access: [], ...groups },
      isBesidePasswords,
    },
    signInAs(next) {
      user = next
    },
    stop: close,
    start: listen,
  }
}

function runProvider(issuer: string, user: () => ProviderUser | undefined): RequestListener {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(issuer, configuration(user, toJwk(key)))
  // The service's own address is not known when the provider starts.
  ;(
    provider.Client.prototype as unknown as { redirectUriAllowed: () => boolean }
  ).redirectUriAllowed = () => true
  const handle = provider.callback()
  const listener: RequestListener = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    const found = user()
    const result =
      found === undefined
        ? { error: 'access_denied', error_description: 'turned back' }
        : { login: { accountId: found.sub } }
    provider
      .interactionFinished(request, response, result)
      .catch((error) => response.writeHead(500).end(String(error)))
  }
  return listener
}

function configuration(user: () => ProviderUser | undefined, key: JWK): Configuration {
  return {
    clients: [
      {
        client_id: 'markport',
        client_secret: clientSecret,
        redirect_uris: ['https://markport.invalid/sign-in/callback'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['of the provider'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups', 'role'],
    },
    features: { devInteractions: { enabled: false } },
    // By default it refuses to send anything to this machine.
    fetch: (url, { dispatcher: _, ...options }: RequestInit = {}) => fetch(url, options),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ ...user(), sub: accountId }),
    }),
    // Grants consent without asking.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({
        clientId: client?.clientId as string,
        accountId: session?.accountId as string,
      })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  }
}

function toJwk(key: KeyObject): JWK {
  return { ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as JWK
}

export async function visitProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(address)
  let next = address
  for (let hops = 0; hops < 10; hops += 1) {
    const headers = { cookie: cookiesOf({ cookies }) }
    const answer = await fetch(next, { headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (new URL(next).origin !== origin) return next
  }
  throw new Error('the provider leads in circles')
}

export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
