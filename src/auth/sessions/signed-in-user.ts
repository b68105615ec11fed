/** Who signed in, and who is about to. @module */
import type { SessionStart } from './session-changes.ts'

export interface SignedInUser {
  readonly userId: number
  readonly name: string
  readonly isAdministrator: boolean
}

export interface AwaitedUser extends Pick<SignedInUser, 'userId' | 'name'> {
  /** What the first step told of how the session begins. */
  readonly start: Pick<SessionStart, 'isByProvider' | 'providerSession'>
}
