/** Words what a site of Confluence refused, for the operator who connects a space to it. @module */
import { ConfluenceError, type ConfluenceErrorKind } from '../../confluence/confluence-error.ts'
import { CommandError } from '../context.ts'

/** Advice where the site's message gives none. */
const mends: Readonly<Record<ConfluenceErrorKind, string>> = {
  credential:
    'Check the token, the e-mail address that goes with it (a service account and Data Center have none), its scopes, and that it has not expired.',
  'not-found': 'Check the address and the key of the space, and that the account may see it.',
  'title-taken': 'Check the address.',
  'bad-request':
    'Check the address: it ends before /rest or /api, such as https://acme.atlassian.net/wiki.',
  removed:
    'Atlassian has removed this call for this kind of token: docs/confluence/access.md says what goes on without it, and which token still has it.',
  foreign:
    'Check the address. If it is right, whoever looks after the firewall, the proxy or the sign-in before Confluence has to let these requests pass: docs/confluence/access.md says which.',
  conflict: 'Try again.',
  unavailable: 'Check the address and the way there; it may also be down for a while.',
  unknown: 'Check the way there, and try again.',
}

export function siteMend({ kind, status }: ConfluenceError): string {
  // The error of an unreadable token already has advice.
  return kind === 'credential' && status === undefined ? '' : mends[kind]
}

export function siteProblem(url: string, error: unknown): unknown {
  if (!(error instanceof ConfluenceError)) return error
  const { message } = error
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`
  return new CommandError(`${url}: ${sentence} ${siteMend(error)}`.trim(), { cause: error })
}
