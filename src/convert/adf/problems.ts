/** Finds what is wrong with an ADF document. @module */
import { append } from '../../contract/base/lists.ts'
import { isRecord } from '../../contract/base/parse-json.ts'
import {
  besideCode,
  isNodeType,
  markParents,
  markRows,
  nodeRules,
  textMarks,
} from './content-rules.ts'
import type { AttributesRow, NodeRule } from './node-row.ts'
import type { AdfMarkType, AdfParentType } from './types.ts'

/** The deepest nesting of a checked document; deeper ones could exhaust the stack elsewhere. */
const maxDepth = 400
/** A hostile document could have millions of problems. */
const maxProblems = 100

/**
 * Check a document against the content rules.
 * @param doc Any value, such as untrusted JSON.
 * @returns One line for each problem, with its path, a hundred at most; empty for a valid document,
 * which may be taken for an `AdfDoc`.
 *
 * @example
 * ```ts
 * problems({ type: 'doc', version: 1, content: [{ type: 'rule' }] }) // []
 * problems({ type: 'doc', version: 1, content: [{ type: 'text', text: 'a' }] })
 * // ['doc.content[0]: text cannot stand inside doc']
 * ```
 */
export function problems(doc: unknown): string[] {
  if (!isRecord(doc)) return ['doc must be an object']
  if (doc.type !== 'doc') return ['doc.type must be "doc"']
  const checker = new Checker()
  if (doc.version !== 1) checker.tell('doc.version must be 1')
  checker.checkMembers(doc, ['type', 'version', 'content'], 'doc')
  if (!Array.isArray(doc.content)) checker.tell('doc.content must be an array')
  checker.walk({ type: 'doc', content: doc.content })
  return checker.problems.slice(0, maxProblems)
}

type Members = Readonly<Record<string, unknown>>
type TypedNode = Members & { readonly type: AdfParentType }

interface Visit {
  readonly node: TypedNode
  readonly path: string
  readonly depth: number
}

class Checker {
  readonly problems: string[] = []

  tell(problem: string): void {
    this.problems.push(problem)
  }

  /** Iterative, so that deep nesting cannot exhaust the stack. */
  walk(doc: TypedNode): void {
    const pending: Visit[] = [{ node: doc, path: 'doc', depth: 0 }]
    while (pending.length > 0 && this.problems.length < maxProblems) {
      const { node, path, depth } = pending.pop() as Visit
      const content = node.content ?? []
      if (!Array.isArray(content)) {
        if (depth > 0) this.tell(`${path}.content must be an array`)
      } else if (depth >= maxDepth && content.length > 0) {
        this.tell(`${path} nests deeper than ${maxDepth} levels`)
      } else {
        for (const [index, child] of content.entries()) {
          const childPath = `${path}.content[${index}]`
          if (this.#checkNode(child, node.type, childPath)) {
            pending.push({ node: child, path: childPath, depth: depth + 1 })
          }
        }
      }
    }
  }

  #checkNode(node: unknown, parentType: AdfParentType, path: string): node is TypedNode {
    if (!isRecord(node) || typeof node.type !== 'string') {
      this.tell(`${path} must be a node with a type`)
      return false
    }
    const { type } = node
    if (!isNodeType(type)) {
      this.tell(`${path} has the unknown type ${quote(type)}`)
      return false
    }
    if (!nodeRules[parentType].children.has(type)) {
      this.tell(`${path}: ${type} cannot stand inside ${parentType}`)
    }
    if (type === 'text') return this.#checkText(node, parentType, path)
    this.checkMembers(node, ['type', 'attrs', 'content', 'marks'], path)
    const rule = nodeRules[type]
    this.#checkContent(node, rule, `${path}: ${type}`)
    for (const [index, expected] of rule.order?.entries() ?? []) {
      const child: unknown = Array.isArray(node.content) ? node.content[index] : undefined
      if (isRecord(child) && child.type !== expected) {
        this.tell(`${path}.content[${index}] must be a ${expected}`)
      }
    }
    this.#checkForms(node.attrs, rule.attributes, path)
    const marks = this.#checkMarks(node.marks, rule.marks, path)
    for (const mark of marks) {
      if (markParents[mark]?.has(parentType) === false) {
        this.tell(`${path}: the mark ${mark} cannot stand inside ${parentType}`)
      }
    }
    if (marks.includes('alignment') && marks.includes('indentation')) {
      this.tell(`${path}: alignment and indentation exclude each other`)
    }
    return true
  }

  #checkContent({ content }: Members, rule: NodeRule, subject: string): void {
    const { children, minChildren, maxChildren } = rule
    const count = Array.isArray(content) ? content.length : 0
    if (count < minChildren) {
      this.tell(
        minChildren === 1
          ? `${subject} must not be empty`
          : `${subject} must hold at least ${minChildren} nodes`,
      )
    }
    if (count > maxChildren) this.tell(`${subject} must hold at most ${maxChildren} nodes`)
    if (children.size === 0 && content !== undefined) this.tell(`${subject} has no content`)
  }

  #checkText(node: Members, parentType: AdfParentType, path: string): boolean {
    this.checkMembers(node, ['type', 'text', 'marks'], path)
    if (typeof node.text !== 'string' || node.text === '') {
      this.tell(`${path}.text must be a string that is not empty`)
    }
    const types = this.#checkMarks(node.marks, textMarks, path)
    if (parentType === 'codeBlock' && types.length > 0) {
      this.tell(`${path}: text inside codeBlock has no marks`)
    }
    if (types.includes('code') && types.some((type) => !besideCode.has(type))) {
      this.tell(`${path}: the mark code stands alone`)
    }
    return false
  }

  /** A node that fits no form is reported against the nearest one. */
  #checkForms(attrs: unknown, forms: readonly AttributesRow[], path: string): void {
    const [nearest = []] = forms
      .map((form) => attributeProblems(attrs, form, path))
      .sort((a, b) => a.length - b.length)
    append(this.problems, nearest)
  }

  #checkMarks(marks: unknown, allowed: ReadonlySet<string>, path: string): AdfMarkType[] {
    if (marks === undefined) return []
    if (!Array.isArray(marks)) {
      this.tell(`${path}.marks must be an array`)
      return []
    }
    const types: AdfMarkType[] = []
    for (const [index, mark] of marks.entries()) {
      const markPath = `${path}.marks[${index}]`
      const type = isRecord(mark) ? mark.type : undefined
      if (!isRecord(mark) || !isMarkType(type) || !allowed.has(type)) {
        this.tell(`${markPath}: this mark cannot stand here`)
        continue
      }
      if (types.includes(type)) this.tell(`${markPath}: ${type} is there twice`)
      types.push(type)
      this.checkMembers(mark, ['type', 'attrs'], markPath)
      append(this.problems, attributeProblems(mark.attrs, markRows[type], markPath))
    }
    return types
  }

  checkMembers(node: Members, known: readonly string[], path: string): void {
    for (const name of Object.keys(node)) {
      if (!known.includes(name)) this.tell(`${path} has an unknown member ${quote(name)}`)
    }
  }
}

function attributeProblems(attrs: unknown, row: AttributesRow, path: string): string[] {
  if (attrs !== undefined && !isRecord(attrs)) return [`${path}.attrs must be an object`]
  const problems: string[] = []
  const values: Members = attrs ?? {}
  for (const [name, accepts] of Object.entries(row)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const isRequired = !name.endsWith('?')
    if (isRequired && !accepts(value)) {
      problems.push(`${path}.attrs.${name} is required and must be valid`)
    }
  }
  for (const [name, value] of Object.entries(values)) {
    if (Object.hasOwn(row, name) && !name.endsWith('?')) continue
    const accepts = Object.hasOwn(row, `${name}?`) ? row[`${name}?`] : undefined
    if (accepts === undefined) problems.push(`${path}.attrs has an unknown member ${quote(name)}`)
    else if (!accepts(value)) problems.push(`${path}.attrs.${name} is not valid`)
  }
  return problems
}

function isMarkType(type: unknown): type is AdfMarkType {
  return typeof type === 'string' && Object.hasOwn(markRows, type)
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}
