import assert from 'node:assert/strict'
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ErrorKey } from '../../contract/errors.ts'
import { parseJwt, type SigningKey, signJwt, verifyJwt } from './jwt.ts'

const now = new Date('2026-11-20T12:00:00Z')
const nowSeconds = now.getTime() / 1000
const day = 24 * 60 * 60
const secret = randomBytes(32)
const key: SigningKey = { id: 'key-1', secret: createSecretKey(secret) }
const otherSecret = randomBytes(32)
const keys = new Map([[key.id, key]])
const goodHeader = { alg: 'HS256', typ: 'markport+jwt', kid: key.id }
const goodClaims = { jti: 'id-1', sub: 'ada', iat: nowSeconds - 60, exp: nowSeconds + day }
const goodJwt = signJwt(goodClaims, key)
const [headerPart = '', payloadPart = '', signaturePart = ''] = goodJwt.split('.')

type Case = readonly [name: string, text: string]

const malformed: Case[] = [
  ['empty text', ''],
  ['one part', headerPart],
  ['two parts', `${headerPart}.${payloadPart}`],
  ['four parts', `${goodJwt}.a`],
  ['five parts, as in JWE', `${goodJwt}.a.b`],
  ['an empty header', `.${payloadPart}.${signaturePart}`],
  ['an empty payload (detached)', `${headerPart}..${signaturePart}`],
  ['a JSON serialization', JSON.stringify({ payload: payloadPart, signatures: [] })],
  ['more than 8 KiB', `${headerPart}.${'a'.repeat(8192)}.${signaturePart}`],
  ['non-ASCII text', goodJwt.replace('.', '.é')],
  ['a leading space', ` ${goodJwt}`],
  ['a trailing newline', `${goodJwt}\n`],
  ['a NUL', `${goodJwt}\0`],
  ['padding on the header', goodJwt.replace('.', '=.')],
  ['padding on the signature', `${goodJwt}=`],
  ['the alphabet of plain base64', `${headerPart}.${payloadPart}.+/`],
  [
    'a header of one base64 character too many',
    `${headerPart}${'a'.repeat(5 - (headerPart.length % 4))}.${payloadPart}.a`,
  ],
  ['a header that is no JSON', forge('{"alg":', goodClaims)],
  ['a header that is an array', forge('["HS256"]', goodClaims)],
  ['a header that is null', forge('null', goodClaims)],
  ['a header with a byte order mark', forge(`\uFEFF${JSON.stringify(goodHeader)}`, goodClaims)],
  ['a header with a repeated alg', forge('{"alg":"HS256","alg":"none"}', goodClaims)],
  [
    'a header with an alg repeated by an escape',
    forge('{"alg":"HS256","\\u0061lg":"none"}', goodClaims),
  ],
  ['a header without alg', forge({ typ: 'markport+jwt', kid: key.id }, goodClaims)],
  ['a header whose alg is a number', forge({ ...goodHeader, alg: 256 }, goodClaims)],
  ['a header whose alg is an array', forge({ ...goodHeader, alg: ['HS256'] }, goodClaims)],
  ['a header with crit', forge({ ...goodHeader, crit: ['exp'] }, goodClaims)],
  ['a header with b64', forge({ ...goodHeader, b64: false }, goodClaims)],
  [
    'a header that is not UTF-8',
    `${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.${payloadPart}.a`,
  ],
  ['a payload that is an array', forge(goodHeader, '[]')],
  ['a payload with a byte order mark', forge(goodHeader, `\uFEFF${JSON.stringify(goodClaims)}`)],
  ['a payload that is a text', forge(goodHeader, '"text"')],
  ['a payload that is a number', forge(goodHeader, '1')],
  [
    'a payload of one base64 character too many',
    `${headerPart}.${payloadPart}${'a'.repeat(5 - (payloadPart.length % 4))}.${signaturePart}`,
  ],
  ['a payload nested without end', forge(goodHeader, '['.repeat(5000))],
]

const unsigned: Case[] = [
  ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg): Case[] => [
    [`alg ${alg} with an empty signature`, forge({ ...goodHeader, alg }, goodClaims, '')],
    [`alg ${alg} with the right signature`, forge({ ...goodHeader, alg }, goodClaims)],
  ]),
  ...['HS384', 'HS512', 'RS256', 'ES256', 'PS256', 'EdDSA', 'hs256', ''].map(
    (alg): Case => [`alg "${alg}" with the right key`, forge({ ...goodHeader, alg }, goodClaims)],
  ),
  ['an empty signature', `${headerPart}.${payloadPart}.`],
  [
    'an all-zero signature',
    `${headerPart}.${payloadPart}.${Buffer.alloc(32).toString('base64url')}`,
  ],
  [
    'an ECDSA signature of zeros',
    forge({ ...goodHeader, alg: 'ES256' }, goodClaims, 'A'.repeat(86)),
  ],
  ['a truncated signature', goodJwt.slice(0, -4)],
  ['half a signature', goodJwt.slice(0, -22)],
  ['a lengthened signature', `${goodJwt}AAAA`],
  ['a flipped bit in the signature', flip(goodJwt, -10)],
  ['a changed payload', `${headerPart}.${part({ ...goodClaims, sub: 'eve' })}.${signaturePart}`],
  ['a changed header', `${part({ ...goodHeader, x: 1 })}.${payloadPart}.${signaturePart}`],
  ['the signature of another token', swapSignature()],
  ['a signature by another key', forge(goodHeader, goodClaims, undefined, otherSecret)],
  ['a signature by an empty secret', forge(goodHeader, goodClaims, undefined, Buffer.alloc(0))],
  ['a signature by the key id', forge(goodHeader, goodClaims, undefined, Buffer.from(key.id))],
  [
    'a signature by the secret in hex',
    forge(goodHeader, goodClaims, undefined, Buffer.from(secret.toString('hex'))),
  ],
  ['an embedded jwk', forge({ ...goodHeader, kid: 'x', jwk: { kty: 'oct', k: 'AA' } }, goodClaims)],
  ['a jku', forge({ ...goodHeader, kid: undefined, jku: 'https://evil.example/keys' }, goodClaims)],
  ['no kid', forge({ alg: 'HS256', typ: 'markport+jwt' }, goodClaims)],
  ...[
    '../../dev/null',
    "' OR 1=1--",
    '|id',
    'https://evil.example',
    '__proto__',
    'constructor',
    '',
  ].map((kid): Case => [`kid "${kid}"`, forge({ ...goodHeader, kid }, goodClaims)]),
  ['a kid that is an array', forge({ ...goodHeader, kid: [key.id] }, goodClaims)],
  ['a kid that is a number', forge({ ...goodHeader, kid: 0 }, goodClaims)],
  ['a kid that is null', forge({ ...goodHeader, kid: null }, goodClaims)],
]

const wrongClaims: Case[] = [
  ['typ JWT', forge({ ...goodHeader, typ: 'JWT' }, goodClaims)],
  ['no typ', forge({ alg: 'HS256', kid: key.id }, goodClaims)],
  ...['exp', 'iat', 'jti', 'sub'].map(
    (name): Case => [`no ${name}`, forge(goodHeader, { ...goodClaims, [name]: undefined })],
  ),
  ...['"1"', '1.5', '-1', '1e300', '[1]', 'null', '{}', 'true'].flatMap((value): Case[] => [
    [`exp ${value}`, forge(goodHeader, `{"jti":"a","sub":"b","iat":1,"exp":${value}}`)],
    [`iat ${value}`, forge(goodHeader, `{"jti":"a","sub":"b","iat":${value},"exp":9}`)],
  ]),
  ['a jti that is a number', forge(goodHeader, { ...goodClaims, jti: 1 })],
  ['an empty sub', forge(goodHeader, { ...goodClaims, sub: '' })],
  ['nbf as text', forge(goodHeader, { ...goodClaims, nbf: '1' })],
  ['exp equal to iat', forge(goodHeader, { ...goodClaims, exp: goodClaims.iat })],
  ['exp before iat', forge(goodHeader, { ...goodClaims, exp: goodClaims.iat - 1 })],
  [
    'a life of 366 days and a second',
    forge(goodHeader, { ...goodClaims, exp: goodClaims.iat + 366 * day + 1 }),
  ],
]

const wrongTimes: Case[] = [
  ['exp a second ago', forge(goodHeader, { ...goodClaims, exp: nowSeconds - 1 })],
  ['exp now', forge(goodHeader, { ...goodClaims, exp: nowSeconds })],
  ['iat 61 seconds ahead', forge(goodHeader, { ...goodClaims, iat: nowSeconds + 61 })],
  ['nbf a second ahead', forge(goodHeader, { ...goodClaims, nbf: nowSeconds + 1 })],
]

describe('jwt', () => {
  test('verifies what it signed', async () => {
    assert.deepEqual(await verify(goodJwt), goodClaims)
  })

  test('accepts exp in a second, iat 60 seconds ahead and a life of 366 days', async () => {
    await verify(forge(goodHeader, { ...goodClaims, exp: nowSeconds + 1 }))
    await verify(forge(goodHeader, { ...goodClaims, iat: nowSeconds + 60 }))
    await verify(forge(goodHeader, { ...goodClaims, exp: goodClaims.iat + 366 * day }))
  })

  refuses(malformed, 'unauthorized', 401, /^The bearer token is not an API token of Markport: /)
  refuses(unsigned, 'forbidden', 403, /^The signature of the API token is wrong\. /)
  refuses(wrongClaims, 'unauthorized', 401, /^The bearer token is not an API token of Markport: /)
  refuses(wrongTimes, 'forbidden', 403, /^The API token (has expired|is not valid yet)/)

  test('checks the signature before the claims, and the claims before the times', async () => {
    const forged = (claims: object) => forge(goodHeader, claims, undefined, otherSecret)
    await assert.rejects(() => verify(forged({ exp: 'x' })), { key: 'forbidden' })
    await assert.rejects(() => verify(forge(goodHeader, { ...goodClaims, sub: 1, exp: 1 })), {
      key: 'unauthorized',
    })
  })

  test('refuses a token with any one bit of its signed text flipped', async () => {
    for (let index = 0; index < goodJwt.lastIndexOf('.'); index += 1) {
      await assert.rejects(() => verify(flip(goodJwt, index)), { name: 'RequestError' })
    }
  })
})

function refuses(cases: readonly Case[], key: ErrorKey, status: number, message: RegExp): void {
  for (const [name, text] of cases) {
    test(`answers ${status} to ${name}`, async () => {
      await assert.rejects(
        () => verify(text),
        (error: Error) => {
          assert.equal(error.message.length <= 300, true)
          assert.equal(text !== '' && error.message.includes(text), false)
          assert.match(error.message, message)
          const { key: found, status: foundStatus } = error as Error & {
            key: string
            status: number
          }
          assert.deepEqual([found, foundStatus], [key, status])
          return true
        },
      )
    })
  }
}

async function verify(text: string) {
  return await verifyJwt(parseJwt(text), async (id) => keys.get(id), now)
}

function part(value: object | string): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Buffer.from(text).toString('base64url')
}

function forge(
  header: object | string,
  payload: object | string,
  signature?: string,
  signingSecret: Buffer = secret,
): string {
  const text = `${part(header)}.${part(payload)}`
  const digest = createHmac('sha256', signingSecret).update(text).digest('base64url')
  return `${text}.${signature ?? digest}`
}

function flip(text: string, at: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const index = at < 0 ? text.length + at : at
  const place = alphabet.indexOf(text[index] as string)
  const other = place < 0 ? 'A' : alphabet[place ^ 1]
  return `${text.slice(0, index)}${other}${text.slice(index + 1)}`
}

function swapSignature(): string {
  const other = signJwt({ ...goodClaims, jti: 'id-2' }, key)
  return `${headerPart}.${payloadPart}.${other.split('.')[2]}`
}
