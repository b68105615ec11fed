/** Webhook signatures: https://github.com/standard-webhooks/standard-webhooks (1.0.0). @module */
import { createHmac } from 'node:crypto'
import { RequestError } from '../../../contract/errors.ts'

const minSecretBytes = 24
const maxSecretBytes = 64
/** The current secret, and the former one while it is being replaced. */
const maxSecrets = 2

/**
 * Parse the secrets of a webhook.
 * @param text Base64 of 24 to 64 bytes, with or without `whsec_`; two secrets, separated by white
 * space, both sign.
 * @returns The secrets with one space between.
 * @throws {RequestError} `bad-request`, without quoting the text.
 */
export function parseWebhookSecrets(text: string): string {
  const secrets = text
    .trim()
    .split(/\s+/)
    .map((secret) => (secret.startsWith('whsec_') ? secret : `whsec_${secret}`))
  if (secrets.length > maxSecrets || !secrets.every(isSecret)) {
    throw new RequestError(
      'bad-request',
      `The file of --secret-file must hold whsec_ followed by ${minSecretBytes} to ${maxSecretBytes} bytes in base64, or two of them while one replaces the other. Make one with: echo "whsec_$(openssl rand -base64 32)"`,
      { field: 'secret' },
    )
  }
  return secrets.join(' ')
}

function isSecret(text: string): boolean {
  const [, key] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(text) ?? []
  if (key === undefined) return false
  const bytes = Buffer.from(key, 'base64')
  const isWhole = bytes.toString('base64').replace(/=+$/, '') === key.replace(/=+$/, '')
  return isWhole && bytes.length >= minSecretBytes && bytes.length <= maxSecretBytes
}

export interface SignedMessage {
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/** @param secrets As `parseWebhookSecrets` returned them. */
export function signatureHeaders(
  secrets: string,
  { id, sentAt, body }: SignedMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.split(' ').map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
