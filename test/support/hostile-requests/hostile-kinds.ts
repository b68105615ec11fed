/** Every kind of hostile request; a further one is a row in the file of its area. @module */
import { forms } from './forms.ts'
import { headers } from './headers.ts'
import { images } from './images.ts'
import { json } from './json.ts'
import type { HostileKind } from './kind.ts'
import { many } from './many.ts'
import { markdown } from './markdown.ts'
import { signIn } from './sign-in.ts'
import { viewing } from './views.ts'
import { wikiApi } from './wiki-api.ts'

export const hostileKinds: readonly HostileKind[] = [
  ...forms,
  ...json,
  ...headers,
  ...images,
  ...wikiApi,
  ...viewing,
  ...signIn,
  ...many,
  ...markdown,
]
