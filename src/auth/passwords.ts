/** Passwords: argon2id, a few at a time so that guessing cannot take the machine's memory. @module */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { RequestError } from '../errors.ts'

export interface Passwords {
  /**
   * Hash a new password.
   * @returns The PHC string for the store.
   * @throws {RequestError} `bad-request` for a length that is not allowed, `unavailable` when too
   * many wait.
   */
  hash(password: string): Promise<string>
  /**
   * Compare a password with a stored hash, taking as long when there is none.
   * @throws {RequestError} `unavailable` when too many wait.
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
const minLength = 12
const maxLength = 128
const maxRunning = 2
const maxWaiting = 4

const derive = promisify(argon2)

/** Make the password hasher of one process. */
export function passwords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  const limited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < maxRunning) running += 1
    else {
      if (waiting.length >= maxWaiting) {
        throw new RequestError('unavailable', 'Too many passwords are being checked. Try again.', {
          retryAfterSeconds: 1,
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      // Whoever waits takes the place over, so that nobody new can slip in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
  return {
    async hash(password) {
      const { length } = [...normalize(password)]
      if (length < minLength || length > maxLength) {
        throw new RequestError(
          'bad-request',
          `password must be ${minLength} to ${maxLength} characters. Choose one of that length.`,
        )
      }
      return limited(async () => {
        const salt = randomBytes(saltBytes)
        return toPhc(salt, await deriveHash(password, salt, parameters, hashBytes))
      })
    },
    async verify(password, phc) {
      // A longer one cannot be right, and must not make the hash slower.
      if (password.length > maxLength * 8) return false
      const stored = phc === null ? undefined : parsePhc(phc)
      const { salt, hash, ...cost } = stored ?? { ...parameters, salt: noSalt, hash: noHash }
      const found = await limited(() => deriveHash(password, salt, cost, hash.length))
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

/** One keyboard composes é, another types e and an accent: both must be let in. */
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
