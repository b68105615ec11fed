/** What stands before a site answers in its place: firewalls, proxies, pages for signing in. @module */
import type { Answer } from './exchange.ts'

const type = { 'content-type': 'text/html; charset=UTF-8' }

const answers = {
  firewall: {
    status: 403,
    text: '<!DOCTYPE html><html lang="en-US"><head><title>Attention Required! | Cloudflare</title><style>body { margin: 0 }</style></head><body><h1>Sorry, you have been blocked</h1><p>Cloudflare Ray ID: <b>8a1f</b></p><script>report()</script></body></html>',
    headers: { ...type, server: 'cloudflare' },
  },
  password: {
    status: 401,
    text: '<html><head><title>401 Authorization Required</title></head><body><center>nginx</center></body></html>',
    headers: { ...type, server: 'nginx', 'www-authenticate': 'Basic realm="Restricted"' },
  },
  lost: {
    status: 404,
    text: '<!DOCTYPE html><html><body><h1>Page not found</h1>Acme Intranet</body></html>',
    headers: type,
  },
  proxy: {
    status: 407,
    text: '<html><title>Proxy Authentication Required</title></html>',
    headers: { ...type, server: 'squid/5.7' },
  },
  balancer: {
    status: 503,
    text: '<html><body><h1>503 Service Unavailable</h1>No server is available to handle this request.</body></html>',
    headers: type,
  },
  portal: {
    status: 200,
    text: '<!doctype html><html><head><title>Sign in to Acme</title></head><body><form></form></body></html>',
    headers: type,
  },
  redirect: {
    status: 302,
    text: '',
    headers: { location: 'https://sso.acme.test/login?SAMLRequest=abc' },
  },
} as const satisfies Readonly<Record<string, Answer>>

export type ForeignAnswer = keyof typeof answers

export const foreignAnswers: Readonly<Record<ForeignAnswer, Answer>> = answers
