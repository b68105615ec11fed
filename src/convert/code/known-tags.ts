/** Finds which tags of a document are closed further below. @module */
import type { CodeRules } from './code-rules.ts'

/** Works out the tags of a kind when it is first asked for one. */
export class KnownTags {
  private readonly texts: readonly string[]
  private readonly rules: CodeRules
  private readonly holders = new Map<RegExp, ReadonlySet<number>>()
  private readonly closers = new Set<number>()
  private readonly lastCodeEnd = new Map<RegExp, number>()
  /** The next line with `</pre>` or `{`, as far as we have searched. */
  private preEnd = -1

  constructor(texts: readonly string[], rules: CodeRules) {
    this.texts = texts
    this.rules = rules
  }

  /** Tell whether a line, without its indentation, begins with a tag. */
  isTag(text: string): boolean {
    return this.rules.tags.some(({ opening }) => opening.test(text))
  }

  /** Tell whether it begins with one that has content on the lines below. */
  hasContent(text: string, index: number): boolean {
    return this.rules.tags.some(
      ({ opening, tag }) =>
        opening.test(text) && (tag === undefined || this.holdersOf(tag).has(index)),
    )
  }

  /** Tell whether it begins with a closing tag whose opening tag stands on a line above. */
  closesContent(text: string, index: number): boolean {
    return this.rules.tags.some(({ opening, tag }) => {
      if (tag === undefined || opening.test(text) || text.search(tag) !== 0) return false
      return this.holdersOf(tag) !== undefined && this.closers.has(index)
    })
  }

  /**
   * Tell whether a line is a closing tag, or an opening one without content.
   * @param isBehindWords Whether it may stand within a sentence.
   */
  isAlone(text: string, index: number, isBehindWords: boolean): boolean {
    if (
      !text.endsWith('}') ||
      !this.rules.tags.some(({ tag }) => tag !== undefined && text.search(tag) === 0)
    )
      return false
    return this.isTag(text) ? !isBehindWords && !this.hasContent(text, index) : true
  }

  /** Give the pattern that ends the code opened on a line; undefined where nothing ends it. */
  endOfCode(text: string, index: number): RegExp | undefined {
    const closing = this.rules.codeTags.find(({ opening }) => opening.test(text))?.closing
    return closing !== undefined && this.codeEndOf(closing) > index ? closing : undefined
  }

  /**
   * Tell whether `<pre>` on a line is closed before any JavaScript expression, which would be
   * evaluated in it. Lines must be asked for from front to back.
   */
  isPlainPre(index: number): boolean {
    this.preEnd = Math.max(this.preEnd, index)
    while (this.texts[this.preEnd]?.search(/<\/pre>|\{/) === -1) this.preEnd += 1
    return this.texts[this.preEnd]?.includes('{') === false
  }

  private holdersOf(tag: RegExp): ReadonlySet<number> {
    const known = this.holders.get(tag)
    if (known !== undefined) return known
    const holders = new Set<number>()
    const open: { readonly name: string; readonly index: number }[] = []
    const openOf = new Map<string, number>()
    const count = (name: string, change: number): void => {
      openOf.set(name, (openOf.get(name) ?? 0) + change)
    }
    for (const [index, text] of this.texts.entries()) {
      for (const [, closes, name = ''] of text.matchAll(tag)) {
        if (closes === undefined) {
          open.push({ name, index })
          count(name, 1)
          continue
        }
        while ((openOf.get(name) ?? 0) > 0) {
          const last = open.pop() as (typeof open)[number]
          count(last.name, -1)
          if (last.name !== name) continue
          if (last.index < index) {
            holders.add(last.index)
            this.closers.add(index)
          }
          break
        }
      }
    }
    this.holders.set(tag, holders)
    return holders
  }

  private codeEndOf(closing: RegExp): number {
    const known = this.lastCodeEnd.get(closing)
    if (known !== undefined) return known
    const last = this.texts.findLastIndex((text) => closing.test(text.replace(/^[\s>]+/, '')))
    this.lastCodeEnd.set(closing, last)
    return last
  }
}
