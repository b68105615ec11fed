/** The Atlassian Document Format, as plain data. Source of the rules: the official JSON schema. @module */

export interface AdfMark {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

export interface AdfNode {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly content?: readonly AdfNode[]
  readonly text?: string
  readonly marks?: readonly AdfMark[]
}

export interface AdfDoc {
  readonly version: 1
  readonly type: 'doc'
  readonly content: readonly AdfNode[]
}
