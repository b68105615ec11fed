/** Sets of the types of nodes and marks, whose members the compiler knows. @module */

/** A set of exactly these types: a set with one more or one less is none. */
export interface TypeSet<in out Type extends string> extends ReadonlySet<string> {
  has(type: string): type is Type
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text
type Flat<Item> = Item extends readonly (infer Inner)[] ? Inner : Item

export function typeSet<const Types extends readonly (string | readonly string[])[]>(
  ...types: Types
): TypeSet<Flat<Types[number]> & string> {
  // What `has` tells of its argument cannot be said of a `Set` without a cast.
  return new Set(types.flat()) as ReadonlySet<string> as TypeSet<Flat<Types[number]> & string>
}

/**
 * List words.
 * @param text The words, with a space between two.
 */
export function words<const Text extends string>(text: Text): readonly Words<Text>[] {
  // The compiler knows the words, but not that `split` finds them.
  return text.split(' ') as readonly string[] as readonly Words<Text>[]
}
