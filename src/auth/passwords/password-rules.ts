/** What a new password must be: long enough, and none that guessers try first. @module */
import { readFile } from 'node:fs/promises'
import { RequestError } from '../../base/errors.ts'
import { nameKey } from '../user-name.ts'

const minLength = 12
const maxLength = 128

/**
 * Check a new password.
 * @throws {RequestError} `bad-request` saying what is wrong and what would do.
 */
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

/** One part over and over, the last time perhaps not whole; or hardly any different characters. */
function isRepeated(text: string): boolean {
  if (new Set(text).size < minDifferent) return true
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => text.slice(length) === text.slice(0, -length))
}

/** Each character the next one, or each the one before: `abcdefghijkl`, `210987654321`. */
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

/** The name, once or more, and beside it nothing but digits and signs. */
function isOfName(text: string, name: string): boolean {
  return name !== '' && text.includes(name) && !/\p{L}/u.test(text.replaceAll(name, ''))
}

/** More around a common word than this is a password of its own. */
const maxAround = 8

/** On the list as it is, or without the digits and signs before and after it. */
async function isCommon(text: string): Promise<boolean> {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const candidates = core !== '' && text.length - core.length <= maxAround ? [text, core] : [text]
  // Read anew each time: new passwords are rare, and the list need not stay in memory. Each entry
  // is a JSON string, so the text of the file is searched as it is.
  const list = await readFile(new URL(import.meta.resolve(listName)), 'utf8')
  return candidates.some((candidate) => list.includes(JSON.stringify(candidate)))
}

/** 49,233 passwords from leaks, in lower case. */
const listName = '@zxcvbn-ts/language-common/src/passwords.json'
