/** Short texts in lines, for lists of samples: `listed('a¦b', 'c¦d')`. @module */
export function listed(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split('¦'))
}
