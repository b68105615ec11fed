/** What a simulated site refuses, before it is put in the words of its kind. @module */

export type RefusalReason =
  | { readonly kind: 'title-taken'; readonly title: string; readonly spaceKey: string }
  | { readonly kind: 'stale'; readonly current: number; readonly provided: number }
  | { readonly kind: 'no-page' | 'no-folder' | 'no-parent' | 'no-space'; readonly id: string }
  | { readonly kind: 'restricted'; readonly id: string; readonly isNamed: boolean }
  | { readonly kind: 'no-property'; readonly id: string }
  | { readonly kind: 'property-exists' | 'property-stale'; readonly key: string }
  | { readonly kind: 'same-file'; readonly name: string }
  | { readonly kind: 'bad-label' | 'too-large' | 'optimistic-lock' }
  | { readonly kind: 'bad-request' | 'bad-body' | 'forbidden'; readonly message: string }

export class Refusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(JSON.stringify(reason))
    this.name = 'Refusal'
    this.reason = reason
  }
}
