/** Why a run of a followed repository failed, in words for administrators. @module */

/** The message never quotes what a server said: it may hold credentials or links. */
export class RunError extends Error {
  override readonly name = 'RunError'
}
