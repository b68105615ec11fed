/** Hashes passwords with argon2id, a few at a time to limit the memory. @module */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Places } from '../../contract/base/places/places.ts'
import { type RequestError, wrongField } from '../../contract/errors.ts'
import { nameKey } from '../user-name.ts'

export interface Passwords extends ReturnType<typeof passwords> {}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const presentCost = { memory: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
const maxUnits = 1024

const derive = promisify(argon2)

/** @param gate Limits how many passwords are hashed at once; commands need none. */
export function passwords(gate?: Places) {
  return {
    /** @throws {RequestError} `bad-request` when it is not allowed, or `unavailable`. */
    async hash(password: string, userName: string): Promise<string> {
      await checkNewPassword(password, userName)
      const hashPassword = async (): Promise<string> => {
        const salt = randomBytes(saltBytes)
        return toPhc(salt, await deriveHash(password, salt, presentCost, hashBytes))
      }
      if (gate === undefined) return hashPassword()
      return gate.hold({ isKnown: true, key: `new password of ${userName}` }, hashPassword)
    },
    /** Takes as long without a stored hash. Callers must limit how many strangers compare at once. */
    async verify(password: string, phc: string | null): Promise<boolean> {
      // A longer password cannot be right, and must not cost a hash.
      if (password.length > maxUnits) return false
      const storedHash = phc === null ? undefined : parsePhc(phc)
      const { salt, hash, ...cost } = storedHash ?? { ...presentCost, salt: noSalt, hash: noHash }
      const computedHash = await deriveHash(password, salt, cost, hash.length)
      return timingSafeEqual(computedHash, hash) && storedHash !== undefined
    },
  }
}

const noSalt = Buffer.alloc(saltBytes)
const noHash = Buffer.alloc(hashBytes)

function deriveHash(
  password: string,
  nonce: Buffer,
  cost: typeof presentCost,
  tagLength: number,
): Promise<Buffer> {
  // Keyboards differ in whether é is one character or two.
  const message = Buffer.from(password.normalize('NFC'))
  return derive('argon2id', { ...cost, message, nonce, tagLength })
}

/** The PHC string format, base64 without padding: $argon2id$v=19$m=…,t=…,p=…$salt$hash */
function toPhc(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = presentCost
  const [saltText, hashText] = [salt, hash].map((encoded) =>
    encoded.toString('base64').replaceAll('=', ''),
  )
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${hashText}`
}

function parsePhc(phc: string): typeof presentCost & { salt: Buffer; hash: Buffer } {
  const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
  const fields = form.exec(phc)
  if (fields === null) throw new TypeError('the store holds a password hash of an unknown form')
  const [, memory, passes, parallelism, salt = '', hash = ''] = fields
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

const minLength = 12
const maxLength = 128

/** @throws {RequestError} `bad-request` saying what is wrong and what to do. */
export async function checkNewPassword(password: string, userName: string): Promise<void> {
  const { length } = [...password.normalize('NFC')]
  if (length < minLength || length > maxLength) {
    throw wrongField(
      'password',
      `password must be ${minLength} to ${maxLength} characters. Choose one of that length.`,
    )
  }
  const text = nameKey(password)
  if (isRepeated(text) || isSequence(text)) throw tooEasy('repeats itself or follows a sequence')
  if (isOfName(text, nameKey(userName))) throw tooEasy('is made of the user name')
  if (await isCommon(text)) throw tooEasy('is on the list of common passwords, or close to one')
}

function tooEasy(reason: string): RequestError {
  return wrongField(
    'password',
    `password ${reason}, so it is guessed early. Choose another, such as four words that have nothing to do with each other.`,
  )
}

const minDifferent = 5

/** A repeated part (the last may be cut off), or hardly any different characters. */
function isRepeated(text: string): boolean {
  if (new Set(text).size < minDifferent) return true
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => text.slice(length) === text.slice(0, -length))
}

/** Consecutive characters, up or down: `abcdefghijkl`, `210987654321`. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const follows = (first: number, second: number): boolean =>
    second - first === 1 || (first === nine && second === zero)
  const pairs = codes.slice(1).map((code, index) => [codes[index] ?? 0, code] as const)
  return (
    pairs.every(([first, second]) => follows(first, second)) ||
    pairs.every(([first, second]) => follows(second, first))
  )
}

const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)

/** Only the user's name, once or more, with digits and signs. */
function isOfName(text: string, name: string): boolean {
  return name !== '' && text.includes(name) && !/\p{L}/u.test(text.replaceAll(name, ''))
}

/** With more characters around a common word, the password counts as new. */
const maxAround = 8

/** On the list, with or without the digits and signs around it. */
async function isCommon(text: string): Promise<boolean> {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = core !== '' && text.length - core.length <= maxAround ? [text, core] : [text]
  // Read each time, because new passwords are rare. Entries are JSON strings, so search the text.
  const list = await readFile(new URL(import.meta.resolve(listName)), 'utf8')
  return candidates.some((candidate) => list.includes(JSON.stringify(candidate)))
}

/** 49,233 leaked passwords in lower case. */
const listName = '@zxcvbn-ts/language-common/src/passwords.json'
