/** Finds what is wrong with an ADF document. @module */
import { append } from '../../contract/base/append.ts'
import {
  besideCode,
  isNodeType,
  markParents,
  markRules,
  nodeRules,
  textMarks,
} from './content-rules.ts'
import { type AdfParentType, type AttributesRule, isObject } from './node-row.ts'
import type { AdfMarkType } from './types.ts'

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
  const problems: string[] = []
  if (!isObject(doc)) return ['doc must be an object']
  if (doc.type !== 'doc') return ['doc.type must be "doc"']
  if (doc.version !== 1) problems.push('doc.version must be 1')
  for (const name of Object.keys(doc)) {
    if (name !== 'type' && name !== 'version' && name !== 'content') {
      problems.push(`doc has an unknown member ${quote(name)}`)
    }
  }
  if (!Array.isArray(doc.content)) problems.push('doc.content must be an array')
  walk({ type: 'doc', content: doc.content }, problems)
  return problems.slice(0, maxProblems)
}

type TypedNode = Record<string, unknown> & { readonly type: AdfParentType }

interface Visit {
  readonly node: TypedNode
  readonly path: string
  readonly depth: number
}

/** Iterative, so that deep nesting cannot exhaust the stack. */
function walk(doc: TypedNode, problems: string[]): void {
  const pending: Visit[] = [{ node: doc, path: 'doc', depth: 0 }]
  while (pending.length > 0 && problems.length < maxProblems) {
    const { node, path, depth } = pending.pop() as Visit
    const content = node.content ?? []
    if (!Array.isArray(content)) {
      if (depth > 0) problems.push(`${path}.content must be an array`)
      continue
    }
    if (depth >= maxDepth && content.length > 0) {
      problems.push(`${path} nests deeper than ${maxDepth} levels`)
      continue
    }
    for (const [index, child] of content.entries()) {
      const childPath = `${path}.content[${index}]`
      if (checkNode(child, node.type, childPath, problems)) {
        pending.push({ node: child, path: childPath, depth: depth + 1 })
      }
    }
  }
}

function checkNode(
  node: unknown,
  parentType: AdfParentType,
  path: string,
  problems: string[],
): node is TypedNode {
  if (!isObject(node) || typeof node.type !== 'string') {
    problems.push(`${path} must be a node with a type`)
    return false
  }
  const { type } = node
  if (!isNodeType(type)) {
    problems.push(`${path} has the unknown type ${quote(type)}`)
    return false
  }
  const rule = nodeRules[type]
  if (!nodeRules[parentType].children.has(type)) {
    problems.push(`${path}: ${type} cannot stand inside ${parentType}`)
  }
  if (type === 'text') return checkText(node, parentType, path, problems)
  checkMembers(node, ['type', 'attrs', 'content', 'marks'], path, problems)
  const count = Array.isArray(node.content) ? node.content.length : 0
  if (count < rule.minChildren) {
    problems.push(
      rule.minChildren === 1
        ? `${path}: ${type} must not be empty`
        : `${path}: ${type} must hold at least ${rule.minChildren} nodes`,
    )
  }
  if (count > rule.maxChildren) {
    problems.push(`${path}: ${type} must hold at most ${rule.maxChildren} nodes`)
  }
  if (rule.order !== undefined) checkOrder(node.content, rule.order, path, problems)
  if (rule.children.size === 0 && node.content !== undefined) {
    problems.push(`${path}: ${type} has no content`)
  }
  checkForms(node.attrs, rule.attributes, path, problems)
  const marks = checkMarks(node.marks, rule.marks, path, problems)
  for (const mark of marks) {
    if (markParents[mark]?.has(parentType) === false) {
      problems.push(`${path}: the mark ${mark} cannot stand inside ${parentType}`)
    }
  }
  if (marks.includes('alignment') && marks.includes('indentation')) {
    problems.push(`${path}: alignment and indentation exclude each other`)
  }
  return true
}

function checkText(
  node: Record<string, unknown>,
  parentType: AdfParentType,
  path: string,
  problems: string[],
): boolean {
  checkMembers(node, ['type', 'text', 'marks'], path, problems)
  if (typeof node.text !== 'string' || node.text === '') {
    problems.push(`${path}.text must be a string that is not empty`)
  }
  const types = checkMarks(node.marks, textMarks, path, problems)
  if (parentType === 'codeBlock' && types.length > 0) {
    problems.push(`${path}: text inside codeBlock has no marks`)
  }
  if (types.includes('code') && types.some((type) => !besideCode.has(type))) {
    problems.push(`${path}: the mark code stands alone`)
  }
  return false
}

/** A node that fits no form is reported against the nearest one. */
function checkForms(
  attrs: unknown,
  forms: readonly AttributesRule[],
  path: string,
  problems: string[],
): void {
  let nearest: string[] | undefined
  for (const form of forms) {
    const problemsOfForm: string[] = []
    checkAttributes(attrs, form, path, problemsOfForm)
    if (nearest === undefined || problemsOfForm.length < nearest.length) nearest = problemsOfForm
  }
  append(problems, nearest ?? [])
}

function checkOrder(
  content: unknown,
  order: readonly string[],
  path: string,
  problems: string[],
): void {
  if (!Array.isArray(content)) return
  for (const [index, child] of content.entries()) {
    const expected = order[index]
    if (expected !== undefined && isObject(child) && child.type !== expected) {
      problems.push(`${path}.content[${index}] must be a ${expected}`)
    }
  }
}

function checkAttributes(
  attrs: unknown,
  rule: AttributesRule,
  path: string,
  problems: string[],
): void {
  if (attrs !== undefined && !isObject(attrs)) {
    problems.push(`${path}.attrs must be an object`)
    return
  }
  const values: Record<string, unknown> = attrs ?? {}
  for (const [name, accepts] of Object.entries(rule.required)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (!accepts(value)) problems.push(`${path}.attrs.${name} is required and must be valid`)
  }
  for (const [name, value] of Object.entries(values)) {
    if (Object.hasOwn(rule.required, name)) continue
    const accepts = Object.hasOwn(rule.optional, name) ? rule.optional[name] : undefined
    if (accepts === undefined) problems.push(`${path}.attrs has an unknown member ${quote(name)}`)
    else if (!accepts(value)) problems.push(`${path}.attrs.${name} is not valid`)
  }
}

function checkMarks(
  marks: unknown,
  allowed: ReadonlySet<string>,
  path: string,
  problems: string[],
): AdfMarkType[] {
  if (marks === undefined) return []
  if (!Array.isArray(marks)) {
    problems.push(`${path}.marks must be an array`)
    return []
  }
  const types: AdfMarkType[] = []
  for (const [index, mark] of marks.entries()) {
    const markPath = `${path}.marks[${index}]`
    const type = isObject(mark) ? mark.type : undefined
    if (!isObject(mark) || !isMarkType(type) || !allowed.has(type)) {
      problems.push(`${markPath}: this mark cannot stand here`)
      continue
    }
    if (types.includes(type)) problems.push(`${markPath}: ${type} is there twice`)
    types.push(type)
    checkMembers(mark, ['type', 'attrs'], markPath, problems)
    checkAttributes(mark.attrs, markRules[type], markPath, problems)
  }
  return types
}

function checkMembers(
  node: Record<string, unknown>,
  known: readonly string[],
  path: string,
  problems: string[],
): void {
  for (const name of Object.keys(node)) {
    if (!known.includes(name)) problems.push(`${path} has an unknown member ${quote(name)}`)
  }
}

function isMarkType(type: unknown): type is AdfMarkType {
  return typeof type === 'string' && Object.hasOwn(markRules, type)
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}
