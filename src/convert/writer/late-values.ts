/**
 * What is known only at the end of a document, as where links inside the page lead. Until then a
 * number between two marks stands for it, in the JSON and in the text.
 * @module
 */

interface LateValue {
  json(): string
  text(): string
}

/** Markdown has no such character, which CommonMark replaces, and JSON escapes it. */
const mark = '\0'

export class LateValues {
  readonly #values: LateValue[] = []

  /** Add a value; returns what to write for now. */
  add(json: () => string, text: () => string = () => ''): string {
    this.#values.push({ json, text })
    return `${mark}${this.#values.length - 1}${mark}`
  }

  /**
   * Put the values into some JSON.
   * @param onLength Receives the length of the result before it is made.
   */
  intoJson(json: string, onLength?: (length: number) => void): string {
    const parts = this.#parts(json, (value) => value.json())
    onLength?.(parts.reduce((sum, { length }) => sum + length, 0))
    return parts.join('')
  }

  intoText(text: string): string {
    return this.#parts(text, (value) => value.text()).join('')
  }

  #parts(written: string, textOf: (value: LateValue) => string): string[] {
    if (this.#values.length === 0 || !written.includes(mark)) return [written]
    const parts = written.split(mark)
    for (let at = 1; at < parts.length; at += 2) {
      parts[at] = textOf(this.#values[Number(parts[at])] as LateValue)
    }
    return parts
  }
}
