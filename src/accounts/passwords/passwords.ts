/** Hashes passwords with argon2id, a few at a time to limit the memory. @module */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Places } from '../../contract/base/places/places.ts'
import { RequestError } from '../../contract/errors.ts'
import { nameKey } from '../user-name.ts'

export interface Passwords {
  /**
   * @returns The PHC string for the store.
   * @throws {RequestError} `bad-request` for a password that is not allowed, `unavailable` when too
   * many wait.
   */
  hash(password: string, userName: string): Promise<string>
  /**
   * Compare a password with a stored hash; takes as long when there is none. Callers must limit how
   * many strangers compare at once.
   */
  verify(password: string, phc: string | null): Promise<boolean>
}

interface Parameters {
  readonly memoryKib: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const parameters: Parameters = { memoryKib: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
const maxUnits = 1024

const derive = promisify(argon2)

/** @param gate Bounds how many passwords are hashed at once; commands need none. */
export function passwords(gate?: Places): Passwords {
  return {
    async hash(password, userName) {
      await checkNewPassword(password, userName)
      const hashPassword = async (): Promise<string> => {
        const salt = randomBytes(saltBytes)
        return toPhc(salt, await deriveHash(password, salt, parameters, hashBytes))
      }
      if (gate === undefined) return hashPassword()
      return gate.hold({ isKnown: true, key: `new password of ${userName}` }, hashPassword)
    },
    async verify(password, phc) {
      // A longer password cannot be right, and must not slow down the hash.
      if (password.length > maxUnits) return false
      const stored = phc === null ? undefined : parsePhc(phc)
      const { salt, hash, ...cost } = stored ?? { ...parameters, salt: noSalt, hash: noHash }
      const found = await deriveHash(password, salt, cost, hash.length)
      return timingSafeEqual(found, hash) && stored !== undefined
    },
  }
}

const noSalt = Buffer.alloc(saltBytes)
const noHash = Buffer.alloc(hashBytes)

function deriveHash(
  password: string,
  salt: Buffer,
  { memoryKib, passes, parallelism }: Parameters,
  tagLength: number,
): Promise<Buffer> {
  const message = Buffer.from(normalize(password))
  return derive('argon2id', {
    message,
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism,
    tagLength,
  })
}

/** Keyboards differ in whether é is one character or two. */
function normalize(password: string): string {
  return password.normalize('NFC')
}

/** The PHC string format: $argon2id$v=19$m=…,t=…,p=…$salt$hash, base64 without padding. */
function toPhc(salt: Buffer, hash: Buffer): string {
  const { memoryKib, passes, parallelism } = parameters
  const [saltText, hashText] = [salt, hash].map((part) =>
    part.toString('base64').replaceAll('=', ''),
  )
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${saltText}$${hashText}`
}

function parsePhc(phc: string): Parameters & { salt: Buffer; hash: Buffer } {
  const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
  const found = form.exec(phc)
  if (found === null) throw new TypeError('the store holds a password hash of an unknown form')
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = found
  return {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

const minLength = 12
const maxLength = 128

/** @throws {RequestError} `bad-request` saying what is wrong and what would do. */
export async function checkNewPassword(password: string, userName: string): Promise<void> {
  const { length } = [...password.normalize('NFC')]
  if (length < minLength || length > maxLength) {
    throw new RequestError(
      'bad-request',
      `password must be ${minLength} to ${maxLength} characters. Choose one of that length.`,
      { field: 'password' },
    )
  }
  const text = nameKey(password)
  if (isRepeated(text) || isSequence(text)) throw tooEasy('repeats itself or follows a sequence')
  if (isOfName(text, nameKey(userName))) throw tooEasy('is made of the user name')
  if (await isCommon(text)) throw tooEasy('is on the list of common passwords, or close to one')
}

function tooEasy(why: string): RequestError {
  return new RequestError(
    'bad-request',
    `password ${why}, so it is guessed early. Choose another, such as four words that have nothing to do with each other.`,
    { field: 'password' },
  )
}

const minDifferent = 5

/** A repeated part (the last one may be cut off), or hardly any different characters. */
function isRepeated(text: string): boolean {
  if (new Set(text).size < minDifferent) return true
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => text.slice(length) === text.slice(0, -length))
}

/** Consecutive characters, up or down: `abcdefghijkl`, `210987654321`. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const follows = (one: number, other: number): boolean =>
    other - one === 1 || (one === nine && other === zero)
  const pairs = codes.slice(1).map((code, index) => [codes[index] ?? 0, code] as const)
  return (
    pairs.every(([one, other]) => follows(one, other)) ||
    pairs.every(([one, other]) => follows(other, one))
  )
}

const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)

/** Only the user's name, once or more, and digits and signs. */
function isOfName(text: string, name: string): boolean {
  return name !== '' && text.includes(name) && !/\p{L}/u.test(text.replaceAll(name, ''))
}

/** More characters around a common word make a password of its own. */
const maxAround = 8

/** Whether the password is on the list, with or without the digits and signs around it. */
async function isCommon(text: string): Promise<boolean> {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = core !== '' && text.length - core.length <= maxAround ? [text, core] : [text]
  // Read each time, because new passwords are rare. Entries are JSON strings, so the file is
  // searched as text.
  const list = await readFile(new URL(import.meta.resolve(listName)), 'utf8')
  return candidates.some((candidate) => list.includes(JSON.stringify(candidate)))
}

/** 49,233 passwords from leaks, in lower case. */
const listName = '@zxcvbn-ts/language-common/src/passwords.json'
