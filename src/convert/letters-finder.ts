/**
 * Finds headings by names that others than GitHub give them: by letters and digits alone, since they
 * leave out, put or number something else between the words.
 * @module
 */

interface NamedHeading {
  readonly slug: string
  readonly level: number
}

/**
 * Make the finder.
 * @param byName Those that are known by some name, which may be the writer's own.
 * @returns Finds the only heading that a name may mean.
 */
export function lettersFinder<Heading extends NamedHeading>(
  inOrder: readonly Heading[],
  byName: ReadonlyMap<string, Heading>,
): (name: string) => Heading | undefined {
  let maps: readonly ReadonlyMap<string, Heading | 'several'>[] | undefined
  return (name) => {
    // Most documents have none but exact names.
    maps ??= [byLetters([...byName]), byLetters(namesBelow(inOrder))]
    for (const map of maps) {
      const heading = map.get(lettersOf(name))
      if (heading !== undefined) return heading === 'several' ? undefined : heading
    }
    return undefined
  }
}

function byLetters<Heading>(
  named: readonly (readonly [string, Heading])[],
): ReadonlyMap<string, Heading | 'several'> {
  const found = new Map<string, Heading | 'several'>()
  for (const [name, heading] of named) {
    const letters = lettersOf(name)
    const other = found.get(letters)
    if (letters !== '') {
      found.set(letters, other === undefined || other === heading ? heading : 'several')
    }
  }
  return found
}

function lettersOf(name: string): string {
  if (/^[a-z\d-]*$/.test(name)) return name.replaceAll('-', '')
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Nobody writes a longer one, and a long heading would be repeated for each below it. */
const maxNameLength = 500

/** Svelte's documentation names a heading after the one above it, too. */
function namesBelow<Heading extends NamedHeading>(
  inOrder: readonly Heading[],
): [string, Heading][] {
  const above: NamedHeading[] = []
  return inOrder.flatMap((heading) => {
    while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop()
    const parent = above.at(-1)
    above.push(heading)
    if (parent === undefined) return []
    const name = `${parent.slug} ${heading.slug}`
    return name.length > maxNameLength ? [] : [[name, heading]]
  })
}
