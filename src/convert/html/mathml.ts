/** Writes MathML as TeX. https://www.w3.org/TR/mathml-core/ @module */
import type { HtmlElement, HtmlItem } from './html-tree.ts'

/** Elements of MathML, by their arguments in TeX. */
const templates: Readonly<Record<string, string>> = {
  mfrac: '\\frac{1}{2}',
  mover: '\\overset{2}{1}',
  mroot: '\\sqrt[2]{1}',
  msub: '{1}_{2}',
  msubsup: '{1}_{2}^{3}',
  msup: '{1}^{2}',
  munder: '\\underset{2}{1}',
  munderover: '\\overset{3}{\\underset{2}{1}}',
}

/** Elements around any number of others. */
const wrappers: Readonly<Record<string, readonly [before: string, behind: string]>> = {
  mphantom: ['\\phantom{', '}'],
  msqrt: ['\\sqrt{', '}'],
  mtable: ['\\begin{matrix}', '\\end{matrix}'],
}

/** Names of the elements inside `math`, whose tags say how their words stand. */
export const mathElements: readonly string[] = [
  ...Object.keys(templates),
  ...Object.keys(wrappers),
  ...`annotation annotation-xml maction math menclose merror mfenced mi mmultiscripts mn mo mpadded
    mrow ms mspace mstyle mtd mtext mtr semantics`.split(/\s+/),
]

/** Reads the words of what is no element. */
type TextOf = (item: HtmlItem) => string

/** Write a `math` element as TeX: what its annotation says, or else what it shows. */
export function texOfMath({ children }: HtmlElement, textOf: TextOf): string {
  const annotation = findAnnotation(children)
  const tex =
    annotation === undefined ? texOf(children, textOf) : wordsOf(annotation.children, textOf)
  return tex.replace(/\s+/g, ' ').trim()
}

function findAnnotation(items: readonly HtmlItem[]): HtmlElement | undefined {
  for (const element of elementsIn(items)) {
    const { name, attributes, children } = element
    if (name === 'annotation' && /tex/i.test(attributes.get('encoding') ?? '')) return element
    const inside = findAnnotation(children)
    if (inside !== undefined) return inside
  }
  return undefined
}

function elementsIn(items: readonly HtmlItem[]): HtmlElement[] {
  return items.flatMap((item) => (item.kind === 'element' ? [item.element] : []))
}

function wordsOf(items: readonly HtmlItem[], textOf: TextOf): string {
  return items
    .map((item) =>
      item.kind === 'element' ? wordsOf(item.element.children, textOf) : textOf(item),
    )
    .join('')
}

function texOf(items: readonly HtmlItem[], textOf: TextOf): string {
  return items
    .map((item) =>
      item.kind === 'element' ? texOfElement(item.element, textOf) : escaped(textOf(item)),
    )
    .join('')
}

function texOfElement({ name, children }: HtmlElement, textOf: TextOf): string {
  const template = templates[name]
  if (template !== undefined) {
    const parts = elementsIn(children).map((element) => texOfElement(element, textOf))
    return template.replace(/[123](?=[\]}])/g, (number) => parts[Number(number) - 1] ?? '')
  }
  if (name.startsWith('annotation')) return ''
  if (name === 'mspace') return ' '
  if (name === 'mtd') return `${texOf(children, textOf)} & `
  if (name === 'mtr') return `${texOf(children, textOf).replace(/ & $/, '')} \\\\ `
  const words = escaped(wordsOf(children, textOf))
  if (name === 'mtext') return `\\text{${words}}`
  // TeX would take a word for a product of letters.
  if (name === 'mi' && /^\p{L}{2,}$/u.test(words)) return `\\operatorname{${words}}`
  const [before, behind] = wrappers[name] ?? ['', '']
  const inside = texOf(children, textOf).trim()
  return name === 'mo' ? ` ${inside} ` : before + inside + behind
}

/** Write characters that mean something in TeX as themselves. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[#$%&_{}]/g, '\\$&')
    .replace(/\\(?![#$%&_{}])/g, '\\backslash ')
}
